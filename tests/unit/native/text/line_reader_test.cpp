#include "native/text/line_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "native/text/protocol.hpp"
#include "tests/unit/native/text/support.hpp"

namespace native {
namespace {

using namespace test;

TEST(LineReader, AnswersInTheOrderOfTheLines) {
  LineReader reader;
  const Frame frame = dark_on_light(
      500, 160,
      "-annotate +20+20 'First of all' -annotate +20+60 'Another line that is longer' "
      "-annotate +20+100 'Third'");
  std::vector<TextLine> lines = find_text_lines(frame);
  ASSERT_EQ(lines.size(), 3U);
  std::swap(lines[0], lines[2]);
  const std::vector<ReadLine> read = reader.read(frame, lines, "eng", ample());
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(join_words(read[0].words), "Third");
  EXPECT_EQ(join_words(read[1].words), "Another line that is longer");
  EXPECT_EQ(join_words(read[2].words), "First of all");
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (const Word& word : read[i].words)
      EXPECT_EQ(intersection(word.bounds, lines[i].bounds), word.bounds) << word.text;
}

TEST(LineReader, BoundsDoNotDependOnTheEnlargement) {
  LineReader reader;
  const Frame frame =
      dark_on_light(500, 80, "-pointsize 18 -annotate +20+20 'Large planted words'");
  const std::vector<TextLine> lines = find_text_lines(frame);
  const auto once = reader.read(frame, lines, "eng", ample());
  const auto twice = reader.read(frame, lines, "eng", ample(), 2);
  ASSERT_EQ(once.at(0).words.size(), 3U);
  ASSERT_EQ(twice.at(0).words.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(once[0].words[i].text, twice[0].words[i].text);
    EXPECT_NEAR(once[0].words[i].bounds.x, twice[0].words[i].bounds.x, 3);
    EXPECT_NEAR(once[0].words[i].bounds.y, twice[0].words[i].bounds.y, 3);
    EXPECT_NEAR(once[0].words[i].bounds.width, twice[0].words[i].bounds.width, 4);
  }
}

TEST(LineReader, ReadsBlocksWithoutTheLinesInThem) {
  LineReader reader;
  const Frame frame =
      dark_on_light(500, 160, "-annotate +20+20 'Left out' -annotate +20+80 'Planted here'");
  const std::vector<TextLine> lines = find_text_lines(frame);
  ASSERT_EQ(lines.size(), 2U);
  const TextLine block{{0, 0, 500, 160}, true, {lines[0].bounds}};
  EXPECT_EQ(join_words(reader.read(frame, {block}, "eng", ample()).at(0).words), "Planted here");
}

TEST(LineReader, NothingIsAskedForNothing) {
  LineReader reader;
  EXPECT_TRUE(reader.read(blank(10, 10), {}, "eng", ample()).empty());
  EXPECT_TRUE(children().empty());
}

TEST(LineReader, TheSmallestAndLongestLinesAreRead) {
  LineReader reader;
  const Frame frame = blank(protocol::kMaxSide, 20);
  for (const Rect& bounds : {Rect{0, 0, 1, 1},
                             {0, 0, 1, 20},
                             {0, 0, 20, 1},
                             {0, 0, 20, 20},
                             {0, 0, protocol::kMaxSide, 3}})
    EXPECT_EQ(reader.read(frame, {{bounds, false, {}}}, "eng", ample(), 4).size(), 1U);
}

TEST(LineReader, BadArgumentsAreNamed) {
  LineReader reader;
  const auto code = [&](const TextLine& line, double enlarge = 1,
                        const std::string& language = "eng") {
    return error_of([&] { reader.read(greeting(), {line}, language, ample(), enlarge); }).code;
  };
  const TextLine good{{0, 0, 10, 10}, false, {}};
  for (const Rect& bounds :
       {Rect{-1, 0, 10, 10}, {0, 0, 401, 10}, {0, 0, 10, 61}, {0, 0, 0, 5}, {2147483647, 0, 5, 5}})
    EXPECT_EQ(code({bounds, false, {}}), "INVALID_ARGUMENT") << bounds.x;
  EXPECT_EQ(code({{0, 0, 10, 10}, true, {{5, 5, 10, 1}}}), "INVALID_ARGUMENT");
  for (const double enlarge : {0.5, 4.1, -1.0, std::nan("")})
    EXPECT_EQ(code(good, enlarge), "INVALID_ARGUMENT") << enlarge;
  EXPECT_EQ(code(good, 1, "../eng"), "INVALID_ARGUMENT");
  EXPECT_TRUE(children().empty());
}

}  // namespace
}  // namespace native
