#include "native/masking/masker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "native/image/mask.hpp"

namespace native {
namespace {

constexpr int kWidth = 400;
constexpr int kLetter = 7;  // pixels from one letter to the next
constexpr int kHeight = 10;
constexpr int kRow = 24;

const Deadline kLong = std::chrono::steady_clock::now() + std::chrono::minutes(5);

// A page whose letters are bars of various heights, and who reads it: by where a line stands.
class Page {
 public:
  explicit Page(std::vector<std::string> texts, int top = 0) : texts_(std::move(texts)), top_(top) {
    frame.width = kWidth;
    frame.height = static_cast<int>(texts_.size()) * kRow + 40 + top_;
    frame.stride = kWidth * 4;
    frame.pixels.assign(frame.stride * static_cast<std::size_t>(frame.height), 255);
    frame.origin = {0, 0, frame.width, frame.height};
    for (std::size_t i = 0; i < texts_.size(); ++i) draw(texts_[i], y_of(i));
  }

  std::vector<Word> words(const Rect& line) const {
    std::vector<Word> result;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (y_of(i) < line.y || y_of(i) >= line.y + line.height) continue;
      std::istringstream text(texts_[i]);
      for (std::string word; text >> word;) {
        const auto column = static_cast<int>(texts_[i].find(word));
        const int width = static_cast<int>(word.size()) * kLetter - 4;
        const Rect bounds{20 + column * kLetter, y_of(i), width, kHeight};
        if (!intersection(bounds, line).empty()) result.push_back({bounds, 95, 1, word});
      }
    }
    return result;
  }

  // Fills an area as one of an excluded window.
  void exclude(const Rect& area) {
    fill(frame, intersection(area, frame.origin), kExcludedColour);
    frame.excluded.push_back(area);
  }

  Rect place(std::size_t line) const { return {20, y_of(line), kWidth - 40, kHeight}; }

  Frame frame;

 private:
  int y_of(std::size_t line) const { return 20 + top_ + static_cast<int>(line) * kRow; }

  void draw(const std::string& text, int y) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ' ') continue;
      const int rows = kHeight - text[i] % 3;
      for (int row = kHeight - rows; row < kHeight; ++row)
        for (int column = 0; column < 3; ++column) {
          const std::size_t x = 20 + i * kLetter + static_cast<std::size_t>(column);
          std::uint8_t* pixel =
              frame.pixels.data() + static_cast<std::size_t>(y + row) * frame.stride + x * 4;
          pixel[0] = static_cast<std::uint8_t>(text[i]);
          pixel[1] = pixel[2] = 0;
        }
    }
  }

  std::vector<std::string> texts_;
  int top_;
};

class MaskerTest : public testing::Test {
 protected:
  MaskingRef look(const Page& page, const MaskRules& rules = {}) {
    page_ = &page;
    return masker.look(page.frame, tiles_of(page.frame), rules, kLong);
  }

  const Page* page_ = nullptr;
  int lines_read = 0;
  int enlarged = 0;
  int enlarged_words = 0;
  std::string doubted;                         // a word that is not read surely
  std::map<std::string, std::string> clearer;  // what words are when they are enlarged
  int confidence = 95;
  bool blind = false;  // reads only what is enlarged
  std::string fault;
  Masker masker{[this](const Frame&, const std::vector<TextLine>& lines, Deadline, double enlarge) {
    if (!fault.empty()) throw Error(fault, "text helper is away", "Install it.");
    std::vector<ReadLine> result;
    for (const TextLine& line : lines) {
      result.push_back({page_->words(line.bounds)});
      if (blind && enlarge <= 1) result.back().words.clear();
      for (Word& word : result.back().words) {
        word.confidence = enlarge > 1 ? 95 : word.text == doubted ? 40 : confidence;
        enlarged_words += enlarge > 1;
        if (enlarge > 1 && clearer.count(word.text) > 0) word.text = clearer[word.text];
      }
      ++(enlarge > 1 ? enlarged : lines_read);
    }
    return result;
  }};
};

bool covers(const MaskingRef& masking, const Rect& area) {
  for (const MaskedPart& part : masking->parts)
    if (bounding(part.area, area) == part.area) return true;
  return false;
}

TEST_F(MaskerTest, FindsWholeWordsInFullHeight) {
  const Page page({"write to ann@example.com today", "nothing is here"});
  const MaskingRef masking = look(page);
  ASSERT_EQ(masking->parts.size(), 1u);
  EXPECT_EQ(masking->parts.front().kind, PiiKind::kEmail);
  EXPECT_TRUE(covers(masking, {20 + 9 * kLetter, page.place(0).y, 15 * kLetter - 4, kHeight}));
}

TEST_F(MaskerTest, ReadsOnlyNewLines) {
  const std::vector<std::string> texts = {"the card 4111 1111 1111 1111 is hers", "two words",
                                          "three words"};
  const MaskingRef first = look(Page(texts));
  EXPECT_EQ(lines_read, 3);
  EXPECT_EQ(*look(Page(texts)), *first);
  EXPECT_EQ(lines_read, 3) << "an unchanged picture is not read";
  const MaskingRef scrolled = look(Page(texts, 7));
  EXPECT_EQ(lines_read, 3) << "nor is one that moved";
  ASSERT_EQ(scrolled->parts.size(), 1u);
  EXPECT_EQ(scrolled->parts.front().area.y, first->parts.front().area.y + 7);
  look(Page({texts[0], "other words", texts[2]}));
  EXPECT_EQ(lines_read, 4);
}

TEST_F(MaskerTest, OtherRulesMeanAnotherLook) {
  const Page page({"write to ann@example.com", "code name Bluebird"});
  EXPECT_EQ(look(page)->parts.size(), 1u);
  const MaskingRef custom = look(page, {{PiiKind::kPhone}, {"Blue[a-z]+"}});
  ASSERT_EQ(custom->parts.size(), 1u);
  EXPECT_EQ(custom->parts.front().kind, PiiKind::kCustom);
  EXPECT_EQ(look(page)->parts.front().kind, PiiKind::kEmail);
}

TEST_F(MaskerTest, FindsWhatGoesOnInTheNextLine) {
  const Page page({"the card is 4111 1111", "1111 1111 of Ann", "no more"});
  const MaskingRef masking = look(page);
  ASSERT_EQ(masking->parts.size(), 2u);
  EXPECT_EQ(masking->parts.at(0).finding, masking->parts.at(1).finding) << "it is one card";
  EXPECT_EQ(masking->parts.at(0).kind, PiiKind::kCreditCard);
  EXPECT_LT(masking->parts.at(0).area.y, masking->parts.at(1).area.y);
  const int read = lines_read;
  look(Page({"the card is 4111 1111", "1111 1111 of Ann", "no more"}, 5));
  EXPECT_EQ(lines_read, read);
}

TEST_F(MaskerTest, ReadsOnlyTheNewLinesOfAColumnOfNumbers) {
  std::vector<std::string> numbers;
  for (int i = 0; i < 12; ++i) numbers.push_back(std::to_string(1000 + 7 * i));
  look(Page({numbers.begin(), numbers.end() - 1}));
  const int read = lines_read;
  look(Page({numbers.begin() + 1, numbers.end()}));
  EXPECT_LE(lines_read, read + 2) << "the new line, and the one that it may go on from";
}

// Returns whether these letters of a line are filled.
bool covers(const MaskingRef& masking, const Page& page, std::size_t line, int column,
            int letters) {
  return covers(masking,
                {20 + column * kLetter, page.place(line).y, letters * kLetter - 4, kHeight});
}

TEST_F(MaskerTest, FindsValuesInTheRowOfTheirLabels) {
  const Page page(
      {"Name:               Ann", "Password:           correct horse", "PIN                 4711"});
  const MaskingRef masking = look(page);
  EXPECT_EQ(lines_read, 6) << "labels and values are lines of their own";
  EXPECT_TRUE(covers(masking, page, 1, 20, 13));
  EXPECT_TRUE(covers(masking, page, 2, 20, 4));
  for (const MaskedPart& part : masking->parts) {
    EXPECT_EQ(part.kind, PiiKind::kPassword);
    EXPECT_GE(part.area.x, 20 + 19 * kLetter) << "labels can be seen";
    EXPECT_GE(part.area.y, page.place(1).y - kHeight);
  }
}

TEST_F(MaskerTest, FindsValuesUnderTheirLabels) {
  const Page page({"Sign in to go on", "Passwort", "hunter2x", "Remember me"});
  const MaskingRef masking = look(page);
  ASSERT_EQ(masking->parts.size(), 1u);
  EXPECT_EQ(masking->parts.front().kind, PiiKind::kPassword);
  EXPECT_TRUE(covers(masking, page, 2, 0, 8));
}

TEST_F(MaskerTest, ReadsAgainWhatIsNotClear) {
  confidence = 40;
  const Page page({"order 4111 1111 1111 111Z paid"});
  clearer["111Z"] = "1111";
  EXPECT_FALSE(look(page)->parts.empty());
  EXPECT_GT(enlarged, 0);
}

TEST_F(MaskerTest, ReadsAgainOnlyAroundWhatIsNotClear) {
  const Page page({"an order of nine with 4111.1111.1111.111Z ok"});
  doubted = "4111.1111.1111.111Z";
  clearer[doubted] = "4111.1111.1111.1111";
  const MaskingRef masking = look(page);
  EXPECT_TRUE(covers(masking, page, 0, 22, 19));
  EXPECT_EQ(enlarged, 1);
  EXPECT_EQ(enlarged_words, 3) << "with the words beside it";
}

TEST_F(MaskerTest, ReadsAgainWhereNothingWasRead) {
  const Page page({"ann@example.com"});
  blind = true;
  EXPECT_EQ(look(page)->parts.size(), 1u);
  EXPECT_EQ(enlarged, 1);
}

// Returns whether these letters of a line are filled as what an excluded window cuts through.
bool is_cut(const MaskingRef& masking, const Page& page, std::size_t line, int column,
            int letters) {
  for (int letter = column; letter < column + letters; ++letter) {
    const Rect area{20 + letter * kLetter, page.place(line).y, 3, kHeight};
    if (std::none_of(masking->cut.begin(), masking->cut.end(),
                     [&](const Rect& part) { return bounding(part, area) == part; }))
      return false;
  }
  return true;
}

bool is_seen(const MaskingRef& masking, const Page& page, std::size_t line, int column,
             int letters) {
  const Rect area{20 + column * kLetter, page.place(line).y, letters * kLetter - 5, kHeight};
  for (const Rect& part : masking->cut)
    if (!intersection(part, area).empty()) return false;
  return true;
}

TEST_F(MaskerTest, FillsWordsThatAnExcludedWindowCuts) {
  Page page({"the rest of ann@example.com", "two of them are 4111 1111 1111 1111", "no more"});
  page.exclude({20 + 22 * kLetter - 3, 0, 300, page.frame.height});
  const MaskingRef masking = look(page);
  EXPECT_TRUE(is_cut(masking, page, 0, 12, 10)) << "ann@exampl";
  EXPECT_TRUE(is_seen(masking, page, 0, 0, 11));
  EXPECT_TRUE(is_cut(masking, page, 1, 16, 4) && is_cut(masking, page, 1, 21, 1)) << "4111 1";
  EXPECT_TRUE(is_seen(masking, page, 1, 0, 15));
  EXPECT_TRUE(is_seen(masking, page, 2, 0, 7)) << "it ends before the window";
}

TEST_F(MaskerTest, FillsTheOtherHalfToo) {
  Page page({"ann@example.com is away", "4111 1122 1133 1144 paid"});
  page.exclude({0, 0, 20 + 4 * kLetter, page.frame.height});
  const MaskingRef masking = look(page);
  EXPECT_TRUE(is_cut(masking, page, 0, 4, 11)) << "example.com";
  EXPECT_TRUE(is_seen(masking, page, 0, 17, 6));
  EXPECT_TRUE(is_cut(masking, page, 1, 5, 4) && is_cut(masking, page, 1, 10, 4) &&
              is_cut(masking, page, 1, 15, 4))
      << "groups behind a blank";
  EXPECT_TRUE(is_seen(masking, page, 1, 21, 4));
}

TEST_F(MaskerTest, FillsWordsOfWhichHalfTheHeightIsLeft) {
  Page page({"write to ann@example.com now"});
  page.exclude({20 + 12 * kLetter, 0, 4 * kLetter, page.place(0).y + 5});
  const MaskingRef masking = look(page);
  EXPECT_TRUE(is_cut(masking, page, 0, 9, 15));
  EXPECT_TRUE(is_seen(masking, page, 0, 0, 8));
}

TEST_F(MaskerTest, CutsNothingBesideAnExcludedWindow) {
  Page page({"write to all", "of them"});
  page.exclude({20 + 14 * kLetter, 0, 100, page.frame.height});
  page.exclude({0, page.place(1).y + kHeight + 4, kWidth, 10});
  EXPECT_TRUE(look(page)->cut.empty());
}

TEST_F(MaskerTest, GreyOfAnotherReasonCutsNothing) {
  Page page({"a code 4711 of", "four"});
  page.exclude({20 + 13 * kLetter - 2, 0, 200, page.frame.height});
  EXPECT_FALSE(look(page)->cut.empty());
  page.frame.excluded.clear();
  EXPECT_TRUE(look(page)->cut.empty()) << "of the same pixels";
}

TEST_F(MaskerTest, WhatCannotBeReadIsNotMasked) {
  const Page page({"write to ann@example.com"});
  fault = "UNSUPPORTED";
  try {
    look(page);
    FAIL() << "nothing was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "CAPTURE_FAILED");
    EXPECT_EQ(error.fact("reason"), "not masked");
    EXPECT_EQ(error.fact("cause"), "UNSUPPORTED");
    EXPECT_EQ(error.hint, "Install it.");
  }
  fault.clear();
  EXPECT_EQ(look(page)->parts.size(), 1u) << "the next one works";
}

TEST_F(MaskerTest, APictureWithoutTextNeedsNoReading) {
  fault = "UNSUPPORTED";
  EXPECT_TRUE(look(Page({}))->parts.empty());
}

TEST_F(MaskerTest, BadExpressionsAreNamed) {
  try {
    look(Page({"text"}), {{}, {"(unclosed"}});
    FAIL() << "it is no expression";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
  }
}

}  // namespace
}  // namespace native
