// The helper that crashes, hangs, lies or is no helper at all, seen through Recognizer; and the
// helper alone.

#include "native/text/helper_process.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <atomic>
#include <set>
#include <thread>
#include <utility>

#include "native/text/protocol.hpp"
#include "tests/unit/native/text/support.hpp"

namespace native {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::Not;

// A picture that takes the engine seconds.
Frame page_of_text() {
  std::string drawing;
  for (int y = 10; y < 2000; y += 20)
    drawing +=
        " -annotate +10+" + std::to_string(y) +
        " 'Many words stand on this long line so that reading the page takes its time, line " +
        std::to_string(y) + "'";
  return dark_on_light(800, 2000, drawing);
}

// A helper made of shell commands; its standard input is the socket.
class Script {
 public:
  explicit Script(const std::string& commands) : path_(temporary("helper.sh")) {
    std::ofstream(path_) << "#!/bin/bash\n" << commands << "\n";
    chmod(path_.c_str(), 0755);
  }
  ~Script() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string status_of(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  return std::string(std::istreambuf_iterator<char>(status), {});
}

TEST(HelperProcess, KeepsItsHelper) {
  Recognizer recognizer;
  EXPECT_TRUE(children().empty()) << "nothing is started before it is needed";
  EXPECT_THAT(recognizer.helper_path(), HasSubstr("peekaboo-ocr"));
  recognizer.read(greeting(), "eng", ample());
  const pid_t first = only_child();
  recognizer.read(greeting(), "eng", ample());
  EXPECT_EQ(only_child(), first);
}

TEST(HelperProcess, EndsItsHelperWithItself) {
  {
    Recognizer().read(greeting(), "eng", ample());
  }
  EXPECT_TRUE(children().empty());
}

TEST(HelperProcess, TheHelperInheritsOnlyItsSocketAndStderr) {
  const int leak = open("/dev/null", O_RDONLY);  // deliberately without close-on-exec
  ASSERT_GE(leak, 3);
  setenv("ANTHROPIC_API_KEY", "a-secret", 1);
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  unsetenv("ANTHROPIC_API_KEY");
  const std::string base = "/proc/" + std::to_string(only_child());
  DIR* folder = opendir((base + "/fd").c_str());
  ASSERT_NE(folder, nullptr);
  std::set<std::string> numbers;
  while (const dirent* entry = readdir(folder))
    if (entry->d_name[0] != '.') numbers.insert(entry->d_name);
  closedir(folder);
  close(leak);
  EXPECT_EQ(numbers, (std::set<std::string>{"0", "1", "2"}));
  std::ifstream environment(base + "/environ", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(environment), {});
  EXPECT_THAT(text, HasSubstr("OMP_THREAD_LIMIT=1"));
  EXPECT_THAT(text, Not(HasSubstr("secret")));
  EXPECT_THAT(text, Not(HasSubstr("HOME=")));
  EXPECT_THAT(status_of(only_child()), HasSubstr("Threads:\t1\n"));
}

// What each step is worth, native/helper/confine_test.cpp tries; this is the program that takes
// them.
TEST(HelperProcess, TheHelperGivesUpItsRights) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const std::string lines = status_of(only_child());
  EXPECT_THAT(lines, HasSubstr("NoNewPrivs:\t1\n"));
  EXPECT_THAT(lines, HasSubstr("CapEff:\t0000000000000000\n"));
#ifdef PEEKABOO_SECCOMP
  EXPECT_THAT(lines, HasSubstr("Seccomp:\t2\n"));
#endif
}

TEST(HelperProcess, EachLanguageHasAProcessOfItsOwn) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const pid_t first = only_child();
  EXPECT_EQ(join_words(recognizer.read(greeting(), "eng+eng", ample())), "Hello planted world");
  EXPECT_NE(only_child(), first);
}

TEST(HelperProcess, AHelperKilledWhileIdleIsReplacedUnnoticed) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const pid_t first = only_child();
  kill(first, SIGKILL);
  EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
  EXPECT_NE(only_child(), first);
}

TEST(HelperProcess, AHelperThatCrashesAtWorkIsReportedAndReplaced) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const pid_t helper = only_child();
  const Frame page = page_of_text();
  std::atomic<bool> over = false;
  // Killed once it has burnt some time on the page.
  const auto ticks = [helper] {
    std::ifstream file("/proc/" + std::to_string(helper) + "/stat");
    std::string text;
    std::getline(file, text);
    unsigned long used = 0;
    std::sscanf(text.c_str() + text.rfind(')'), ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu",
                &used);
    return used;
  };
  const unsigned long before = ticks();
  std::thread killer([&] {
    while (!over && ticks() < before + 10) std::this_thread::yield();
    kill(helper, SIGABRT);
  });
  const Error error = error_of([&] { recognizer.read(page, "eng", ample()); });
  over = true;
  killer.join();
  EXPECT_EQ(error.code, "INTERNAL_ERROR") << error.message;
  EXPECT_THAT(error.message, HasSubstr("crashed"));
  EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
  EXPECT_EQ(children().size(), 1U);
}

TEST(HelperProcess, AHangingHelperIsEndedAtTheDeadline) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const pid_t first = only_child();
  kill(first, SIGSTOP);
  const auto begin = Clock::now();
  const Error error =
      error_of([&] { recognizer.read(greeting(), "eng", begin + std::chrono::milliseconds(300)); });
  EXPECT_EQ(error.code, "TIMEOUT");
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(5));
  EXPECT_TRUE(children().empty()) << "ended and reaped";
  EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
}

TEST(HelperProcess, NonsenseFromAHelperIsBoundedAndCoded) {
  const std::string word = "1\\t2\\t3\\t4\\t90\\t1\\tword\\n";
  const struct {
    std::string commands;
    std::string code;
  } cases[] = {
      {"exit 3", "INTERNAL_ERROR"},
      {"exit 127", "UNSUPPORTED"},
      {"kill -SEGV $$", "INTERNAL_ERROR"},
      {"cat /dev/zero >&0", "INTERNAL_ERROR"},
      {"yes >&0", "INTERNAL_ERROR"},
      {"printf 'begin\\n' >&0; exec cat /dev/zero >&0", "INTERNAL_ERROR"},
      {"printf 'begin\\n' >&0; exec yes \"$(printf '" + word + "')\" >&0", "INTERNAL_ERROR"},
      {"printf 'begin\\n1\\t2\\t3\\t4\\t90\\t1\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n1\\t2\\t-3\\t4\\t90\\t1\\tx\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n99999999999\\t2\\t3\\t4\\t90\\t1\\tx\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\nfail\\tengine\\tout of luck\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\nfail\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n" + word + "' >&0", "INTERNAL_ERROR"},
      {"printf 'begin\\n" + word + "end\\n' >&0; read line; read line", ""},
  };
  for (const auto& [commands, code] : cases) {
    const Script script(commands);
    Recognizer recognizer(script.path());
    const Error error = error_of([&] { recognizer.read(greeting(), "eng", ample()); });
    EXPECT_EQ(error.code, code) << commands << ": " << error.message;
  }
  EXPECT_TRUE(children().empty());
}

TEST(HelperProcess, AHelperThatIsNoProgramIsUnsupported) {
  const Script script("");
  std::ofstream(script.path()) << "\x7f"
                                  "ELF, but not really";
  Recognizer recognizer(script.path());
  EXPECT_EQ(error_of([&] { recognizer.read(greeting(), "eng", ample()); }).code, "UNSUPPORTED");
}

TEST(HelperProcess, EndsWhenStartedByHand) {
  const std::string helper = Recognizer().helper_path();
  ASSERT_FALSE(helper.empty());
  const int status = std::system((helper + " < /dev/null 2> /dev/null").c_str());
  EXPECT_TRUE(WIFEXITED(status));
}

// The helper with its socket in our hands.
class BareHelper : public testing::Test {
 protected:
  BareHelper() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) abort();
    ours_ = ends[0];
    const std::string helper = Recognizer().helper_path();
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], STDIN_FILENO);
      execl(helper.c_str(), "peekaboo-ocr", nullptr);
      _exit(99);
    }
    close(ends[1]);
  }
  ~BareHelper() override {
    if (ours_ >= 0) close(ours_);
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
  }

  void hang_up() { close(std::exchange(ours_, -1)); }
  void say(const std::string& text) {
    EXPECT_EQ(write(ours_, text.data(), text.size()), ssize_t(text.size()));
  }
  // The exit status; a helper that does not end by itself lets the test run into its time limit.
  int ending() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  int ours_ = -1;
  pid_t pid_ = -1;
};

TEST_F(BareHelper, EndsWhenTheSocketIsClosed) {
  hang_up();
  EXPECT_EQ(ending(), 0);
}

TEST_F(BareHelper, EndsOnARequestWithoutAPicture) {
  say("read 10 10 2 eng\n");
  EXPECT_EQ(ending(), 0);
}

TEST_F(BareHelper, EndsOnNonsense) {
  say("GET / HTTP/1.1\n");
  EXPECT_EQ(ending(), 0);
}

TEST_F(BareHelper, EndsOnALineWithoutEnd) {
  say(std::string(2 * protocol::kMaxLine, 'x'));
  EXPECT_EQ(ending(), 0);
}

}  // namespace
}  // namespace native
