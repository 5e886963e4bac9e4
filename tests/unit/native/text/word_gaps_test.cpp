#include "native/text/word_gaps.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/text/lines/canvas.hpp"

namespace native {
namespace {

using namespace test;

constexpr int kCharacter = 10;  // pixels from one to the next
constexpr int kWordHeight = 20;

// A line of two stems and a bar for each letter; "-" is a short bar in the middle, "_" a long one
// below.
Frame picture_of(const std::string& text) {
  Frame frame = blank(static_cast<int>(text.size()) * kCharacter + 20, kWordHeight);
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
  const Frame frame = picture_of(drawn);
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
  const Frame frame = picture_of("aabb");
  std::vector<Word> words = words_of("aa~bb");
  const std::vector<Word> before = words;
  close_gaps(frame, {{0, 0, frame.width, frame.height}, true, {}}, words);
  EXPECT_EQ(words[0].bounds, before[0].bounds);
}

// Returns whether two words of an underlined line become one, with blanks of so many pixels.
bool joins_underlined(const std::string& before, const std::string& address, int gap,
                      bool underlined = true) {
  const std::string texts[] = {"see", before, address, "now", "please"};
  Frame frame = blank(600, kWordHeight + 4);
  const std::uint8_t black[] = {0, 0, 0, 0};
  std::vector<Word> words;
  int x = 10;
  for (const std::string& text : texts) {
    const int width = static_cast<int>(text.size()) * kCharacter;
    for (int at = x; at < x + width; at += kCharacter)
      for (const int left : {0, 7}) paste(frame, filled(2, 12, black), at + left, 4);
    words.push_back({{x, 4, width - 1, 12}, 90, 1, text});
    x += width + (text == before ? gap : 5);
  }
  if (underlined) paste(frame, filled(x - 10, 1, black), 10, 19);
  close_gaps(frame, {{0, 0, frame.width, frame.height}, false, {}}, words);
  return words[1].bounds.x + words[1].bounds.width >= words[2].bounds.x;
}

TEST(WordGaps, OfUnderlinedAddressesMayHideUnderscores) {
  EXPECT_TRUE(joins_underlined("tara", "jansen67@web.de", 9));
  EXPECT_TRUE(joins_underlined("<tara", "jansen67@web.de", 9));
  EXPECT_FALSE(joins_underlined("tara", "jansen67@web.de", 5)) << "a blank like the others";
  EXPECT_FALSE(joins_underlined("tara", "jansen67@web.de", 9, false));
  EXPECT_FALSE(joins_underlined("tara", "jansen67", 9));
  EXPECT_FALSE(joins_underlined("tara", "@web.de", 9));
  EXPECT_FALSE(joins_underlined("Tara:", "jansen67@web.de", 9));
}

}  // namespace
}  // namespace native
