#include "native/masking/line_chains.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "native/text/pii/line_ends.hpp"

namespace native {
namespace {

using Chain = std::vector<std::size_t>;

constexpr LineLinks kAny{kNumberLink, kNumberLink};
constexpr LineLinks kWord{kNumberLink, kNumberLink, true};

std::vector<Chain> chains_of(const std::vector<Rect>& places, const std::vector<LineLinks>& links) {
  std::vector<TextLine> lines;
  for (const Rect& place : places) lines.push_back({place, false, {}});
  return find_line_chains(lines, links);
}

TEST(LineChains, JoinsLinesBelowEachOther) {
  EXPECT_EQ(chains_of({{10, 10, 300, 20}, {10, 34, 200, 20}}, {kAny, kAny}),
            (std::vector<Chain>{{0, 1}}));
  EXPECT_EQ(chains_of({{10, 10, 300, 20}, {10, 34, 200, 20}}, {kAny, {}}), std::vector<Chain>());
  EXPECT_EQ(chains_of({{10, 10, 300, 20}, {10, 134, 200, 20}}, {kAny, kAny}), std::vector<Chain>());
}

TEST(LineChains, SkipNoRow) {
  // The rows stand so close that the third is not far from the first.
  EXPECT_EQ(chains_of({{10, 10, 300, 18}, {10, 28, 300, 18}, {10, 46, 200, 18}}, {kAny, {}, kAny}),
            std::vector<Chain>());
}

TEST(LineChains, JoinsPartsOfOneLine) {
  const std::vector<Rect> parts{{10, 10, 100, 20}, {140, 12, 100, 18}};
  EXPECT_TRUE(belong_together(parts[0], parts[1]));
  EXPECT_EQ(chains_of(parts, {{}, {}}), (std::vector<Chain>{{0, 1}}));
  // A part that is higher begins earlier.
  EXPECT_EQ(chains_of({{140, 8, 100, 24}, {10, 10, 100, 20}}, {{}, {}}),
            (std::vector<Chain>{{1, 0}}));
}

TEST(LineChains, JoinsLabelsWithTheValuesOfTheirRow) {
  const std::vector<Rect> row{{10, 10, 100, 20}, {300, 10, 100, 20}};
  EXPECT_FALSE(belong_together(row[0], row[1]));
  EXPECT_EQ(chains_of(row, {{}, {}}), std::vector<Chain>());
  const LineLinks label{0, kPasswordLink};
  const LineLinks value{kPasswordLink, 0};
  EXPECT_EQ(chains_of(row, {label, value}), (std::vector<Chain>{{0, 1}}));
  EXPECT_EQ(chains_of({row[0], {1500, 10, 100, 20}}, {label, value}), std::vector<Chain>());
}

TEST(LineChains, JoinLabelsWithTheValuesUnderThem) {
  const LineLinks label{0, kPasswordLink};
  const LineLinks value{kPasswordLink, 0};
  EXPECT_EQ(chains_of({{10, 10, 100, 20}, {14, 36, 120, 20}}, {label, value}),
            (std::vector<Chain>{{0, 1}}));
  EXPECT_EQ(chains_of({{10, 10, 100, 20}, {14, 36, 120, 20}}, {label, {}}), std::vector<Chain>());
  // Of two columns, each label has its own value.
  EXPECT_EQ(chains_of({{10, 10, 100, 20}, {600, 10, 100, 20}, {10, 36, 90, 20}, {600, 36, 90, 20}},
                      {{}, label, {}, value}),
            (std::vector<Chain>{{1, 3}}));
}

TEST(LineChains, GoOnFromALabelInARow) {
  const LineLinks label{0, kPasswordLink};
  const LineLinks value{kPasswordLink, kKeyLink};
  const LineLinks rest{kKeyLink, 0};
  EXPECT_EQ(
      chains_of({{10, 10, 100, 20}, {200, 10, 300, 20}, {200, 34, 200, 20}}, {label, value, rest}),
      (std::vector<Chain>{{0, 1, 2}}));
}

TEST(LineChains, GoThroughKeysButNotThroughColumnsOfNumbers) {
  const std::vector<Rect> column{{10, 10, 90, 20}, {10, 34, 90, 20}, {10, 58, 90, 20}};
  EXPECT_EQ(chains_of(column, {kAny, kAny, kAny}), (std::vector<Chain>{{0, 1}, {1, 2}}));
  const LineLinks middle{kKeyLink | kBlockLink, kKeyLink};
  EXPECT_EQ(chains_of(column, {middle, middle, middle}), (std::vector<Chain>{{0, 1, 2}}));
}

TEST(LineChains, GoOnWithNumbersOfTheSameColumnAlone) {
  // Of two rows of three, the first of the second row goes on from the last of the first.
  const auto below = [](const Rect& upper, const Rect& lower, LineLinks links) {
    return chains_of({{10, 10, 60, 15},
                      upper,
                      {600, 10, 60, 15},
                      {10, 30, 60, 15},
                      lower,
                      {600, 30, 60, 15}},
                     {{}, links, {}, {}, links, {}}) == std::vector<Chain>{{1, 4}};
  };
  EXPECT_TRUE(below({200, 10, 60, 15}, {202, 30, 90, 15}, kWord)) << "at the left edge";
  EXPECT_FALSE(below({200, 10, 60, 15}, {230, 30, 60, 15}, kWord));
  EXPECT_FALSE(below({200, 10, 60, 15}, {220, 30, 40, 15}, kWord)) << "a word is not broken so";
  EXPECT_TRUE(below({200, 10, 160, 15}, {320, 30, 40, 15}, kAny)) << "at the right edge";
  EXPECT_TRUE(below({200, 10, 160, 15}, {260, 30, 40, 15}, kAny)) << "in the middle";
  EXPECT_FALSE(below({200, 10, 160, 15}, {230, 30, 40, 15}, kAny));
}

TEST(LineChains, GoOnWithNumbersOfLinesThatStandAlone) {
  // Centred below a long line, which is no table.
  const std::vector<Rect> centred{{10, 10, 900, 15}, {260, 34, 79, 15}, {277, 58, 46, 15}};
  EXPECT_EQ(chains_of(centred, {{}, kWord, kWord}), (std::vector<Chain>{{1, 2}}));
}

TEST(LineChains, HaveTheColumnBelowALabelOfPasswords) {
  LineLinks label;
  label.password_label = true;
  const std::vector<Rect> table{{10, 10, 40, 15},  {230, 10, 60, 15}, {10, 50, 90, 15},
                                {200, 50, 80, 15}, {10, 90, 90, 15},  {200, 90, 60, 15}};
  EXPECT_EQ(chains_of(table, {{}, label, {}, {}, {}, {}}), (std::vector<Chain>{{1, 3, 5}}));
  // A menu, whose items have nothing beside them.
  EXPECT_TRUE(
      chains_of({{10, 10, 60, 15}, {10, 50, 90, 15}, {10, 90, 60, 15}}, {label, {}, {}}).empty());
}

TEST(LineChains, GoOnFurtherLeftBehindIndentedLines) {
  // Two windows side by side, whose lines are wrapped at their edges, and a third one.
  const auto chained = [](int indent, Chain wanted) {
    const std::vector<Rect> windows{{10 + indent, 10, 500 - indent, 15},
                                    {600 + indent, 10, 500 - indent, 15},
                                    {10, 30, 80, 15},
                                    {600, 30, 80, 15},
                                    {1400, 50, 300, 15}};
    const std::vector<Chain> found = chains_of(windows, {kWord, kWord, kWord, kWord, {}});
    return std::count(found.begin(), found.end(), wanted) == 1;
  };
  for (const int indent : {0, 30, 120}) {
    EXPECT_TRUE(chained(indent, {0, 2})) << indent;
    EXPECT_TRUE(chained(indent, {1, 3})) << indent;
    EXPECT_FALSE(chained(indent, {1, 2})) << indent;
  }
  // Cells of a table.
  EXPECT_TRUE(chains_of({{10, 10, 80, 15}, {200, 10, 300, 15}, {10, 30, 80, 15}, {10, 50, 900, 15}},
                        {{}, kWord, kWord, {}})
                  .empty());
}

TEST(LineChains, GoOnInTheNextRowWhereAWordHadNoRoom) {
  const auto chained = [](int longest, LineLinks links) {
    return chains_of({{10, 10, longest, 15},
                      {10, 30, 60, 15},
                      {400, 30, 60, 15},
                      {10, 50, 60, 15},
                      {200, 50, 60, 15}},
                     {{}, {}, links, links, {}}) == std::vector<Chain>{{2, 3}};
  };
  EXPECT_TRUE(chained(500, kWord));
  EXPECT_FALSE(chained(560, kWord)) << "the row above leaves room for the next word";
  EXPECT_TRUE(chained(560, kAny)) << "how long the first word of a line is, is not known";
}

}  // namespace
}  // namespace native
