#include "native/text/word_gaps.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/text/lines/canvas.hpp"

namespace native {
namespace {

using namespace test;

constexpr int kCharacter = 10;  // pixels from one to the next
constexpr int kHeight = 20;

// A line of two stems and a bar for each letter; "-" is a short bar in the middle, "_" a long one
// below.
Frame line_of(const std::string& text) {
  Frame frame = blank(static_cast<int>(text.size()) * kCharacter + 20, kHeight);
  const std::uint8_t black[] = {0, 0, 0, 0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int x = 10 + static_cast<int>(i) * kCharacter;
    const auto bar = [&](int left, int top, int width, int height) {
      paste(frame, filled(width, height, black), x + left, top);
    };
    if (text[i] == '-')
      bar(3, 9, 4, 2);
    else if (text[i] == '_')
      bar(0, 16, 10, 1);
    else if (text[i] != ' ')
      for (const Rect& part : {Rect{1, 4, 2, 12}, {7, 4, 2, 12}, {1, 6, 8, 2}})
        bar(part.x, part.y, part.width, part.height);
  }
  return frame;
}

// Returns the words of the line, divided as the engine did; "~" where it saw a blank.
std::vector<Word> words_of(const std::string& read) {
  std::vector<Word> words;
  int x = 10;
  std::string text;
  const auto finish = [&](int end) {
    const int width = static_cast<int>(text.size()) * kCharacter;
    if (!text.empty()) words.push_back({{end - width + 1, 4, width - 2, 12}, 80, 1, text});
    text.clear();
  };
  for (const char c : read) {
    if (c == '~' || c == ' ' || c == '_')
      finish(x);
    else
      text += c;
    if (c != '~') x += kCharacter;
  }
  finish(x);
  return words;
}

// Returns the words, with "+" between those that are parts of one.
std::string closed(const std::string& drawn, const std::string& read) {
  const Frame frame = line_of(drawn);
  std::vector<Word> words = words_of(read);
  close_gaps(frame, {{0, 0, frame.width, frame.height}, false, {}}, words);
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    all += words[i].text;
    if (i + 1 == words.size()) continue;
    const bool meet = words[i].bounds.x + words[i].bounds.width >= words[i + 1].bounds.x;
    all += meet ? '+' : ' ';
  }
  return all;
}

TEST(WordGaps, AreClosedWhereThePictureHasNoBlank) {
  EXPECT_EQ(closed("aa bbb-cc dd", "aa bbb~-cc dd"), "aa bbb+-cc dd");
  EXPECT_EQ(closed("aabb", "aa~bb"), "aa+bb") << "of two words alone";
}

TEST(WordGaps, StayWhereThereIsABlank) {
  EXPECT_EQ(closed("aa bbb cc dd", "aa bbb cc dd"), "aa bbb cc dd");
  EXPECT_EQ(closed("aa bb", "aa bb"), "aa bb");
}

TEST(WordGaps, HoldUnderscores) {
  EXPECT_EQ(closed("aa_bbb cc dd", "aa_bbb cc dd"), "aa_+bbb cc dd");
}

TEST(WordGaps, OfBlocksAreLeftAlone) {
  const Frame frame = line_of("aabb");
  std::vector<Word> words = words_of("aa~bb");
  const std::vector<Word> before = words;
  close_gaps(frame, {{0, 0, frame.width, frame.height}, true, {}}, words);
  EXPECT_EQ(words[0].bounds, before[0].bounds);
}

}  // namespace
}  // namespace native
