#include "native/text/recognizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <memory>

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

TEST(Recognizer, ALanguageIsMissedEvenWithoutText) {
  EXPECT_EQ(error_of([] { Recognizer().read(blank(64, 64), "xxx", ample()); }).hint,
            "apt install tesseract-ocr-xxx");
}

TEST(Recognizer, ReadsOnlyWhatHasChanged) {
  const auto reader = std::make_shared<LineReader>();
  Recognizer recognizer(reader);
  const std::string lines = "-annotate +20+20 'First planted line' -annotate +20+60 'Second ";
  recognizer.read(dark_on_light(400, 100, lines + "planted line'"), "eng", ample());
  kill(only_child(), SIGSTOP);  // can read nothing
  const Frame moved = dark_on_light(
      400, 120, "-annotate +30+41 'First planted line' -annotate +23+77 'Second planted line'");
  EXPECT_EQ(join_words(recognizer.read(moved, "eng", ample())),
            "First planted line\nSecond planted line");
  kill(only_child(), SIGCONT);
  EXPECT_EQ(
      join_words(recognizer.read(dark_on_light(400, 100, lines + "altered line'"), "eng", ample())),
      "First planted line\nSecond altered line");
}

TEST(Recognizer, BadArgumentsAreNamed) {
  Recognizer recognizer;
  const auto code = [&](const Frame& frame, const std::string& language) {
    return error_of([&] { recognizer.read(frame, language, ample()); }).code;
  };
  for (const std::string language : {"", "en g", "eng\nread 1 1 1 eng", "../eng", "eng;", "\xff"})
    EXPECT_EQ(code(greeting(), language), "INVALID_ARGUMENT") << language;
  EXPECT_EQ(code(greeting(), std::string(101, 'a')), "INVALID_ARGUMENT");
  EXPECT_EQ(code(Frame(), "eng"), "INVALID_ARGUMENT");
  EXPECT_EQ(code(blank(protocol::kMaxSide + 1, 1), "eng"), "INVALID_ARGUMENT");
  Frame cut = greeting();
  cut.pixels.pop_back();
  EXPECT_EQ(code(cut, "eng"), "INVALID_ARGUMENT");
  EXPECT_TRUE(children().empty());
}

}  // namespace
}  // namespace native
