#include "native/text/recognizer.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <thread>

#include "native/text/protocol.hpp"

namespace native {
namespace {

using Clock = std::chrono::steady_clock;
using testing::HasSubstr;

Deadline in_seconds(int seconds) { return Clock::now() + std::chrono::seconds(seconds); }
Deadline ample() { return in_seconds(60); }

std::string temporary(const std::string& name) {
  return testing::TempDir() + "recognizer_test_" + std::to_string(getpid()) + "_" + name;
}

// Draws with ImageMagick, e.g. "-annotate +40+30 'Hello'", in 13 pixel text.
Frame drawn(int width, int height, const std::string& drawing, const std::string& colours) {
  const std::string path = temporary("picture.bgra");
  const std::string command =
      "convert -size " + std::to_string(width) + "x" + std::to_string(height) + " " + colours +
      " -font DejaVu-Sans -pointsize 13 -gravity NorthWest " + drawing + " -depth 8 bgra:" + path;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  std::ifstream file(path, std::ios::binary);
  frame.pixels.assign(std::istreambuf_iterator<char>(file), {});
  std::remove(path.c_str());
  EXPECT_EQ(frame.pixels.size(), frame.stride * static_cast<std::size_t>(height));
  return frame;
}

Frame dark_on_light(int width, int height, const std::string& drawing) {
  return drawn(width, height, drawing, "xc:white -fill black");
}

Frame blank(int width, int height) {
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  frame.pixels.assign(frame.stride * static_cast<std::size_t>(height), 255);
  return frame;
}

const Frame& greeting() {
  static const Frame frame = dark_on_light(400, 60, "-annotate +20+20 'Hello planted world'");
  return frame;
}

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

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return Error("", "nothing was thrown");
}

struct Child {
  pid_t pid = 0;
  char state = 0;
};

// Our child processes, zombies included.
std::vector<Child> children() {
  std::vector<Child> result;
  DIR* folder = opendir("/proc");
  while (const dirent* entry = readdir(folder)) {
    std::ifstream file(std::string("/proc/") + entry->d_name + "/stat");
    std::string text;
    if (!std::isdigit(static_cast<unsigned char>(entry->d_name[0])) || !std::getline(file, text))
      continue;
    int parent = 0;
    Child child{std::atoi(entry->d_name), 0};
    if (std::sscanf(text.c_str() + text.rfind(')'), ") %c %d", &child.state, &parent) == 2 &&
        parent == getpid())
      result.push_back(child);
  }
  closedir(folder);
  return result;
}

pid_t only_child() {
  const auto all = children();
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? 0 : all.front().pid;
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

TEST(Recognizer, FindsPlantedWordsWhereTheyAre) {
  const Frame frame = dark_on_light(
      900, 200,
      "-annotate +40+30 'The quick brown fox jumps over 13 lazy dogs' "
      "-annotate +40+60 'Invoice 4711 total 89.50 EUR' -annotate +560+30 'Second column'");
  Recognizer recognizer;
  const std::vector<Word> words = recognizer.read(frame, "eng", ample());
  EXPECT_EQ(
      join_words(words),
      "The quick brown fox jumps over 13 lazy dogs\nSecond column\nInvoice 4711 total 89.50 EUR");
  for (const Word& word : words) {
    const int top = word.line == 3 ? 60 : 30;
    EXPECT_GE(word.bounds.y, top) << word.text;
    EXPECT_LE(word.bounds.y + word.bounds.height, top + 18) << word.text;
    EXPECT_GE(word.bounds.x, 38) << word.text;
    EXPECT_GT(word.confidence, 50) << word.text;
  }
  // A box holds exactly its word: painted over, only that word is gone.
  Frame without = frame;
  const Rect box = words[2].bounds;
  ASSERT_EQ(words[2].text, "brown");
  for (int y = box.y; y < box.y + box.height; ++y)
    for (int x = box.x; x < box.x + box.width; ++x)
      for (std::size_t i = 0; i < 3; ++i)
        without.pixels[static_cast<std::size_t>(y) * without.stride +
                       static_cast<std::size_t>(x) * 4 + i] = 255;
  const std::string left = join_words(recognizer.read(without, "eng", ample()));
  EXPECT_THAT(left, HasSubstr("quick"));
  EXPECT_THAT(left, HasSubstr("fox"));
  EXPECT_THAT(left, testing::Not(HasSubstr("brown")));
}

TEST(Recognizer, ReadsLightTextOnDark) {
  const Frame frame = drawn(700, 80, "-annotate +20+30 'Terminal output in a dark theme 2048 kB'",
                            "xc:'#1e1e1e' -fill '#d4d4d4'");
  EXPECT_EQ(join_words(Recognizer().read(frame, "eng", ample())),
            "Terminal output in a dark theme 2048 kB");
}

TEST(Recognizer, BoundsDoNotDependOnTheEnlargement) {
  Recognizer recognizer;
  const Frame frame =
      dark_on_light(500, 80, "-pointsize 24 -annotate +20+20 'Large planted words'");
  const auto once = recognizer.read(frame, "eng", ample(), 1);
  const auto twice = recognizer.read(frame, "eng", ample(), 2);
  ASSERT_EQ(once.size(), 3U);
  ASSERT_EQ(twice.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(once[i].bounds.x, twice[i].bounds.x, 3);
    EXPECT_NEAR(once[i].bounds.y, twice[i].bounds.y, 3);
    EXPECT_NEAR(once[i].bounds.width, twice[i].bounds.width, 4);
  }
}

TEST(Recognizer, HonoursStride) {
  const Frame& tight = greeting();
  Frame padded = tight;
  padded.stride = tight.stride + 52;
  padded.pixels.assign(padded.stride * static_cast<std::size_t>(tight.height), 77);
  for (int y = 0; y < tight.height; ++y)
    std::copy_n(tight.pixels.data() + static_cast<std::size_t>(y) * tight.stride, tight.stride,
                padded.pixels.data() + static_cast<std::size_t>(y) * padded.stride);
  EXPECT_EQ(join_words(Recognizer().read(padded, "eng", ample())), "Hello planted world");
}

TEST(Recognizer, PicturesWithoutTextHaveNoWords) {
  Recognizer recognizer;
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 300}, {300, 1}, {5, 5}, {640, 480}, {20000, 2}})
    EXPECT_TRUE(recognizer.read(blank(width, height), "eng", ample()).empty())
        << width << "x" << height;
}

TEST(Recognizer, KeepsItsHelper) {
  Recognizer recognizer;
  EXPECT_TRUE(children().empty()) << "nothing is started before it is needed";
  EXPECT_THAT(recognizer.helper_path(), HasSubstr("peekaboo-ocr"));
  recognizer.read(greeting(), "eng", ample());
  const pid_t first = only_child();
  recognizer.read(greeting(), "eng", ample());
  EXPECT_EQ(only_child(), first);
}

TEST(Recognizer, EndsItsHelperWithItself) {
  { Recognizer().read(greeting(), "eng", ample()); }
  EXPECT_TRUE(children().empty());
}

TEST(Recognizer, TheHelperInheritsOnlyItsSocketAndStderr) {
  const int leak = open("/dev/null", O_RDONLY);  // deliberately without close-on-exec
  ASSERT_GE(leak, 3);
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
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
  std::ifstream status(base + "/status");
  const std::string lines(std::istreambuf_iterator<char>(status), {});
  EXPECT_THAT(lines, HasSubstr("Threads:\t1\n"));
}

TEST(Recognizer, AHelperKilledWhileIdleIsReplacedUnnoticed) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const pid_t first = only_child();
  kill(first, SIGKILL);
  EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
  EXPECT_NE(only_child(), first);
}

TEST(Recognizer, AHelperThatCrashesAtWorkIsReportedAndReplaced) {
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
    kill(helper, SIGSEGV);
  });
  const Error error = error_of([&] { recognizer.read(page, "eng", ample()); });
  over = true;
  killer.join();
  EXPECT_EQ(error.code, "INTERNAL_ERROR") << error.message;
  EXPECT_THAT(error.message, HasSubstr("crashed"));
  EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
  EXPECT_EQ(children().size(), 1U);
}

TEST(Recognizer, AHangingHelperIsEndedAtTheDeadline) {
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

TEST(Recognizer, APassedDeadlineStartsNothing) {
  Recognizer recognizer;
  EXPECT_EQ(error_of([&] { recognizer.read(greeting(), "eng", Clock::now()); }).code, "TIMEOUT");
  EXPECT_TRUE(children().empty());
}

TEST(Recognizer, TimeInTheQueueCounts) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const pid_t helper = only_child();
  kill(helper, SIGSTOP);
  std::thread first([&] {
    EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
  });
  const Error error = error_of(
      [&] { recognizer.read(greeting(), "eng", Clock::now() + std::chrono::milliseconds(200)); });
  EXPECT_EQ(error.code, "TIMEOUT");
  kill(helper, SIGCONT);
  first.join();
}

TEST(Recognizer, ManyCallersAreAllServed) {
  Recognizer recognizer;
  std::vector<std::thread> threads;
  for (int caller = 0; caller < 6; ++caller)
    threads.emplace_back([&recognizer] {
      for (int round = 0; round < 3; ++round)
        EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(children().size(), 1U);
}

TEST(Recognizer, AMissingHelperIsUnsupportedWithARemedy) {
  Recognizer recognizer("/nonexistent/peekaboo-ocr");
  EXPECT_EQ(recognizer.helper_path(), "");
  const Error error = error_of([&] { recognizer.read(greeting(), "eng", ample()); });
  EXPECT_EQ(error.code, "UNSUPPORTED");
  EXPECT_FALSE(error.hint.empty());
}

TEST(Recognizer, AMissingLanguageIsUnsupportedWithARemedy) {
  Recognizer recognizer;
  const auto asked = [&](const std::string& language) {
    return error_of([&] { recognizer.read(greeting(), language, ample()); });
  };
  EXPECT_EQ(asked("xxx").code, "UNSUPPORTED");
  EXPECT_EQ(asked("xxx").hint, "apt install tesseract-ocr-xxx");
  EXPECT_EQ(asked("eng+xxx_sim").code, "UNSUPPORTED");
  EXPECT_EQ(asked("eng+xxx_sim").hint, "apt install tesseract-ocr-xxx-sim");
  EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
}

TEST(Recognizer, BadArgumentsAreNamed) {
  Recognizer recognizer;
  const auto code = [&](const Frame& frame, const std::string& language, int upscale = 2) {
    return error_of([&] { recognizer.read(frame, language, ample(), upscale); }).code;
  };
  for (const std::string language : {"", "en g", "eng\nread 1 1 1 eng", "../eng", "eng;", "\xff"})
    EXPECT_EQ(code(greeting(), language), "INVALID_ARGUMENT") << language;
  EXPECT_EQ(code(greeting(), std::string(101, 'a')), "INVALID_ARGUMENT");
  EXPECT_EQ(code(greeting(), "eng", 0), "INVALID_ARGUMENT");
  EXPECT_EQ(code(greeting(), "eng", 5), "INVALID_ARGUMENT");
  EXPECT_EQ(code(Frame(), "eng"), "INVALID_ARGUMENT");
  EXPECT_EQ(code(blank(protocol::kMaxSide + 1, 1), "eng"), "INVALID_ARGUMENT");
  Frame cut = greeting();
  cut.pixels.pop_back();
  EXPECT_EQ(code(cut, "eng"), "INVALID_ARGUMENT");
  EXPECT_TRUE(children().empty());
}

TEST(Recognizer, NonsenseFromAHelperIsBoundedAndCoded) {
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

TEST(Recognizer, AHelperThatIsNoProgramIsUnsupported) {
  const Script script("");
  std::ofstream(script.path()) << "\x7f"
                                  "ELF, but not really";
  Recognizer recognizer(script.path());
  EXPECT_EQ(error_of([&] { recognizer.read(greeting(), "eng", ample()); }).code, "UNSUPPORTED");
}

TEST(Helper, EndsWhenStartedByHand) {
  const std::string helper = Recognizer().helper_path();
  ASSERT_FALSE(helper.empty());
  const int status = std::system((helper + " < /dev/null 2> /dev/null").c_str());
  EXPECT_TRUE(WIFEXITED(status));
}

}  // namespace
}  // namespace native
