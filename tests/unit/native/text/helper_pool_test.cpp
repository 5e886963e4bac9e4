// The helper that crashes, hangs, lies or is no helper at all, seen through LineReader.

#include "native/text/helper_pool.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/sockios.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <atomic>
#include <climits>
#include <cstdlib>
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
  for (int y = 10; y < 1990; y += 20)
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

// Returns whether a request waits in the socket of a helper that is stopped.
bool some_request_waits() {
  bool found = false;
  DIR* folder = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(folder)) {
    const int each = std::atoi(entry->d_name);
    struct stat kind{};
    int unread = 0;
    found = found || (fstat(each, &kind) == 0 && S_ISSOCK(kind.st_mode) &&
                      ioctl(each, SIOCOUTQ, &unread) == 0 && unread > 0);
  }
  closedir(folder);
  return found;
}

TEST(HelperPool, KeepsItsHelper) {
  LineReader reader;
  EXPECT_TRUE(children().empty()) << "nothing is started before it is needed";
  EXPECT_THAT(reader.helper_path(), HasSubstr("peekaboo-ocr"));
  read_text(reader, greeting());
  const pid_t first = only_child();
  read_text(reader, greeting());
  EXPECT_EQ(only_child(), first);
}

TEST(HelperPool, EndsItsHelperWithItself) {
  {
    LineReader reader;
    read_text(reader, greeting());
  }
  EXPECT_TRUE(children().empty());
}

TEST(HelperPool, TheHelperInheritsOnlyItsSocketAndStderr) {
  const int leak = open("/dev/null", O_RDONLY);  // deliberately without close-on-exec
  ASSERT_GE(leak, 3);
  setenv("ANTHROPIC_API_KEY", "a-secret", 1);
  LineReader reader;
  read_text(reader, greeting());
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
TEST(HelperPool, TheHelperGivesUpItsRights) {
  LineReader reader;
  read_text(reader, greeting());
  const std::string lines = status_of(only_child());
  EXPECT_THAT(lines, HasSubstr("NoNewPrivs:\t1\n"));
  EXPECT_THAT(lines, HasSubstr("CapEff:\t0000000000000000\n"));
#ifdef PEEKABOO_SECCOMP
  EXPECT_THAT(lines, HasSubstr("Seccomp:\t2\n"));
#endif
}

TEST(HelperPool, EachLanguageHasAProcessOfItsOwn) {
  LineReader reader({.helper = "", .most = 1});
  read_text(reader, greeting());
  const pid_t first = only_child();
  EXPECT_EQ(read_text(reader, greeting(), "eng+eng"), "Hello planted world");
  EXPECT_NE(only_child(), first);
}

TEST(HelperPool, AHelperKilledWhileIdleIsReplacedUnnoticed) {
  LineReader reader;
  read_text(reader, greeting());
  const pid_t first = only_child();
  kill(first, SIGKILL);
  EXPECT_EQ(read_text(reader, greeting()), "Hello planted world");
  EXPECT_NE(only_child(), first);
}

TEST(HelperPool, AHelperThatCrashesAtWorkIsReportedAndReplaced) {
  LineReader reader({.helper = "", .most = 1});
  read_text(reader, greeting());
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
  const Error error = error_of([&] { read_text(reader, page); });
  over = true;
  killer.join();
  EXPECT_EQ(error.code, "INTERNAL_ERROR") << error.message;
  EXPECT_THAT(error.message, HasSubstr("crashed"));
  EXPECT_EQ(read_text(reader, greeting()), "Hello planted world");
  EXPECT_EQ(children().size(), 1U);
}

TEST(HelperPool, AHangingHelperIsEndedAtTheDeadline) {
  LineReader reader;
  read_text(reader, greeting());
  const pid_t first = only_child();
  kill(first, SIGSTOP);
  const auto begin = Clock::now();
  const Error error = error_of(
      [&] { read_text(reader, greeting(), "eng", begin + std::chrono::milliseconds(300)); });
  EXPECT_EQ(error.code, "TIMEOUT");
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(5));
  EXPECT_TRUE(children().empty()) << "ended and reaped";
  EXPECT_EQ(read_text(reader, greeting()), "Hello planted world");
}

TEST(HelperPool, NonsenseFromAHelperIsBoundedAndCoded) {
  const std::string word = "0\\t1\\t2\\t3\\t4\\t90\\t1\\tword\\n";
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
      {"printf 'begin\\n0\\t1\\t2\\t3\\t4\\t90\\t1\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n0\\t1\\t2\\t-3\\t4\\t90\\t1\\tx\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n0\\t99999999999\\t2\\t3\\t4\\t90\\t1\\tx\\n' >&0; read line",
       "INTERNAL_ERROR"},
      {"printf 'begin\\n1\\t1\\t2\\t3\\t4\\t90\\t1\\tx\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n-1\\t1\\t2\\t3\\t4\\t90\\t1\\tx\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n0\\t1\\t2\\t3\\t4000\\t90\\t1\\tx\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\nfail\\tengine\\tout of luck\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\nfail\\n' >&0; read line", "INTERNAL_ERROR"},
      {"printf 'begin\\n" + word + "' >&0", "INTERNAL_ERROR"},
      {"printf 'begin\\n" + word + "end\\n' >&0; read line; read line", ""},
  };
  for (const auto& [commands, code] : cases) {
    const Script script(commands);
    LineReader reader({.helper = script.path()});
    const Error error = error_of([&] { read_text(reader, greeting()); });
    EXPECT_EQ(error.code, code) << commands << ": " << error.message;
  }
  EXPECT_TRUE(children().empty());
}

TEST(HelperPool, AHelperThatIsNoProgramIsUnsupported) {
  const Script script("");
  std::ofstream(script.path()) << "\x7f"
                                  "ELF, but not really";
  LineReader reader({.helper = script.path()});
  EXPECT_EQ(error_of([&] { read_text(reader, greeting()); }).code, "UNSUPPORTED");
}

TEST(HelperPool, SeveralHelpersShareAPage) {
  LineReader reader({.helper = "", .most = 3});
  const std::string text = read_text(reader, page_of_text());
  EXPECT_EQ(children().size(), 3U);
  std::size_t at = 0;
  for (int y = 10; y < 1990; y += 20) {
    const std::size_t found = text.find("line " + std::to_string(y) + (y < 1970 ? "\n" : ""), at);
    ASSERT_NE(found, std::string::npos) << y;
    at = found;
  }
}

TEST(HelperPool, AsManyHelpersAsAllowed) {
  LineReader reader({.helper = "", .most = 2});
  std::vector<std::thread> threads;
  for (int caller = 0; caller < 6; ++caller)
    threads.emplace_back([&reader] {
      for (int round = 0; round < 3; ++round)
        EXPECT_EQ(read_text(reader, greeting()), "Hello planted world");
    });
  for (auto& thread : threads) thread.join();
  EXPECT_LE(children().size(), 2U);
  EXPECT_GE(children().size(), 1U);
}

TEST(HelperPool, EndsIdleHelpers) {
  LineReader reader({.helper = "", .idle = std::chrono::milliseconds(200)});
  read_text(reader, greeting());
  while (!children().empty()) std::this_thread::yield();
  EXPECT_EQ(read_text(reader, greeting()), "Hello planted world");
}

TEST(HelperPool, AllHelpersKilledWhileIdleAreReplaced) {
  LineReader reader({.helper = "", .most = 2});
  read_text(reader, page_of_text());
  for (const Child& child : children()) kill(child.pid, SIGKILL);
  EXPECT_THAT(read_text(reader, page_of_text()), HasSubstr("line 1970"));
}

TEST(HelperPool, TimeInTheQueueCounts) {
  LineReader reader({.helper = "", .most = 1});
  read_text(reader, greeting());
  const pid_t helper = only_child();
  kill(helper, SIGSTOP);
  std::thread first([&] { EXPECT_EQ(read_text(reader, greeting()), "Hello planted world"); });
  while (!some_request_waits()) std::this_thread::yield();
  const Error error = error_of(
      [&] { read_text(reader, greeting(), "eng", Clock::now() + std::chrono::milliseconds(100)); });
  EXPECT_EQ(error.code, "TIMEOUT");
  EXPECT_THAT(error.message, HasSubstr("other texts"));
  kill(helper, SIGCONT);
  first.join();
  EXPECT_EQ(only_child(), helper) << "the one that was served is not disturbed";
}

TEST(HelperPool, AMissingHelperIsUnsupportedWithARemedy) {
  LineReader reader({.helper = "/nonexistent/peekaboo-ocr"});
  EXPECT_EQ(reader.helper_path(), "");
  const Error error = error_of([&] { read_text(reader, greeting()); });
  EXPECT_EQ(error.code, "UNSUPPORTED");
  EXPECT_FALSE(error.hint.empty());
}

TEST(HelperPool, AMissingLanguageIsUnsupportedWithARemedy) {
  LineReader reader;
  const auto asked = [&](const std::string& language) {
    return error_of([&] { reader.require(language, ample()); });
  };
  EXPECT_EQ(asked("xxx").code, "UNSUPPORTED");
  EXPECT_EQ(asked("xxx").hint, "apt install tesseract-ocr-xxx");
  EXPECT_EQ(asked("eng+xxx_sim").code, "UNSUPPORTED");
  EXPECT_EQ(asked("eng+xxx_sim").hint, "apt install tesseract-ocr-xxx-sim");
  EXPECT_EQ(asked("eng").code, "");
  EXPECT_EQ(read_text(reader, greeting()), "Hello planted world");
}

}  // namespace
}  // namespace native
