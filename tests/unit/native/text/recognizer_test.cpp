#include "native/text/recognizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <climits>
#include <thread>

#include "native/text/protocol.hpp"
#include "tests/unit/native/text/support.hpp"

namespace native {
namespace {

using namespace test;
using testing::HasSubstr;

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

TEST(Recognizer, ReadsWhatADesktopMixes) {
  const struct {
    std::string text, ground, ink;
  } rows[] = {{"Ordinary row", "#f6f5f4", "black"},
              {"Selected row number seven", "#3584e4", "white"},
              {"File Edit View Help", "#303030", "white"},
              {"Yellow on navy terminal", "#000080", "#ffff00"},
              {"Save changes", "#26a269", "white"},
              {"Gray hint text here", "#f6f5f4", "#5e5c64"},
              {"Muted status bar", "#5e5c64", "#deddda"},
              {"Last row of all", "#f6f5f4", "black"}};
  std::string drawing;
  std::string expected;
  int y = 8;
  for (const auto& row : rows) {
    const std::string top = std::to_string(y);
    drawing += " -fill '" + row.ground + "' -draw 'rectangle 20," + top + " 250," +
               std::to_string(y + 24) + "' -fill '" + row.ink + "' -annotate +28+" +
               std::to_string(y + 4) + " '" + row.text + "'";
    expected += (expected.empty() ? "" : "\n") + row.text;
    y += 32;
  }
  EXPECT_EQ(join_words(Recognizer().read(drawn(500, y, drawing, "xc:'#f6f5f4'"), "eng", ample())),
            expected);
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

TEST(Recognizer, APassedDeadlineStartsNothing) {
  Recognizer recognizer;
  EXPECT_EQ(error_of([&] { recognizer.read(greeting(), "eng", Clock::now()); }).code, "TIMEOUT");
  EXPECT_TRUE(children().empty());
}

// Whether a call has its turn: it holds its picture's memory file.
bool some_call_is_served() {
  bool found = false;
  DIR* folder = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(folder)) {
    char target[PATH_MAX] = {};
    if (readlinkat(dirfd(folder), entry->d_name, target, sizeof target - 1) < 0) continue;
    found = found || std::string(target).find("memfd:peekaboo-picture") != std::string::npos;
  }
  closedir(folder);
  return found;
}

TEST(Recognizer, TimeInTheQueueCounts) {
  Recognizer recognizer;
  recognizer.read(greeting(), "eng", ample());
  const pid_t helper = only_child();
  kill(helper, SIGSTOP);
  std::thread first([&] {
    EXPECT_EQ(join_words(recognizer.read(greeting(), "eng", ample())), "Hello planted world");
  });
  while (!some_call_is_served()) std::this_thread::yield();
  const Error error = error_of(
      [&] { recognizer.read(greeting(), "eng", Clock::now() + std::chrono::milliseconds(100)); });
  EXPECT_EQ(error.code, "TIMEOUT");
  EXPECT_THAT(error.message, HasSubstr("other texts"));
  kill(helper, SIGCONT);
  first.join();
  EXPECT_EQ(only_child(), helper) << "the one that was served is not disturbed";
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

}  // namespace
}  // namespace native
