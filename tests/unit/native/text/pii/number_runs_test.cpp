#include "native/text/pii/number_runs.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

// Returns the shapes of all runs, such as "3-2-4".
std::vector<std::string> shapes_of(const PiiText& text) {
  std::vector<std::string> shapes;
  for (const NumberRun& run : find_number_runs(text)) {
    NumberWindow window(text, run, 0);
    while (window.grow()) {
    }
    shapes.push_back(window.shape());
  }
  return shapes;
}

using Shapes = std::vector<std::string>;

TEST(NumberRuns, GroupDigitsBySeparators) {
  EXPECT_EQ(shapes_of(exact_text("a 123-45-6789 b (030) 12/34\n56, then 7")),
            (Shapes{"3-2-4", "3 2/2 2", "1"}));
  EXPECT_EQ(shapes_of(exact_text("x1 2y _3 4l")), Shapes{});
  EXPECT_EQ(shapes_of(exact_text("10    20")), (Shapes{"2", "2"})) << "columns of a table";
  EXPECT_EQ(shapes_of(exact_text("1\n\n2")), (Shapes{"1", "1"}));
}

TEST(NumberRuns, TakeLookAlikesInReadText) {
  const PiiText text = read_text({{{}, 95, 1, "l2S-4O"}, {{}, 95, 1, "word"}});
  const auto runs = find_number_runs(text);
  ASSERT_EQ(runs.size(), 1U);
  NumberWindow window(text, runs[0], 0);
  ASSERT_TRUE(window.grow());
  EXPECT_EQ(window.digits(), "12540");
  EXPECT_FALSE(window.plausible());
  EXPECT_FALSE(window.surely_read());
  EXPECT_TRUE(find_number_runs(exact_text("l2S-4O")).empty());
}

PiiText read_line(const std::vector<std::string>& words) {
  std::vector<Word> read;
  for (const std::string& word : words)
    read.push_back({{static_cast<int>(read.size()) * 100, 0, 60, 10}, 95, 1, word});
  return read_text(read);
}

TEST(NumberRuns, TakeStrokesForBordersAndForDigits) {
  EXPECT_EQ(shapes_of(read_line({"|4111", "1111", "1111", "1111|"})),
            (Shapes{"4 4 4 4", "5 4 4 4", "4 4 4 5", "5 4 4 5"}));
  EXPECT_EQ(shapes_of(read_line({"5555", "!2345"})), (Shapes{"4", "4", "4 5"}));
  EXPECT_EQ(shapes_of(read_line({"2345|", "555"})), (Shapes{"4", "3", "5 3"}));
  EXPECT_EQ(shapes_of(read_line({"|234", "555"})), (Shapes{"4 3"})) << "not four digits beside it";
}

TEST(NumberRuns, KnowWhatStandsAround) {
  const PiiText text = exact_text("+49 (30) 5 x+1 0.25 ++7");
  const auto runs = find_number_runs(text);
  ASSERT_GE(runs.size(), 2U);
  EXPECT_TRUE(runs[0].groups[0].plus);
  EXPECT_TRUE(runs[0].groups[1].opened);
  EXPECT_TRUE(runs[0].groups[1].closed);
  for (std::size_t i = 1; i < runs.size(); ++i) EXPECT_FALSE(runs[i].groups[0].plus);
  EXPECT_TRUE(stands_alone(exact_text("call 1234 now"), 5, 9));
  EXPECT_FALSE(stands_alone(exact_text("55 1234 now"), 3, 7));
  EXPECT_FALSE(stands_alone(exact_text("a 1234, 5678"), 2, 6));
}

// Returns the digits of the last run of a line.
std::string last_digits(const std::vector<std::pair<std::string, int>>& words) {
  std::vector<Word> read;
  for (const auto& [word, confidence] : words)
    read.push_back({{static_cast<int>(read.size()) * 100, 0, 60, 10}, confidence, 1, word});
  const PiiText text = read_text(read);
  const auto runs = find_number_runs(text);
  if (runs.empty()) return "";
  NumberWindow window(text, runs.back(), 0);
  while (window.grow()) {
  }
  return window.digits() + (window.plausible() ? "" : " implausible");
}

TEST(NumberRuns, TakeOneUnknownDigitInDoubtfulGroups) {
  EXPECT_EQ(last_digits({{"5361", 96}, {"L991", 76}}), "5361?991");
  EXPECT_EQ(last_digits({{"5361", 96}, {"/689", 76}}), "5361?689");
  EXPECT_EQ(last_digits({{"5361", 96}, {"689\\", 76}}), "5361689?");
  EXPECT_EQ(last_digits({{"Card:", 96}, {"5361", 96}, {"L991", 96}}), "5361?991") << "a label";
  EXPECT_EQ(last_digits({{"5361", 96}, {"L991", 96}}), "5361") << "surely read";
  EXPECT_EQ(last_digits({{"L361", 76}, {"L991", 76}}), "?361?991 implausible");
  EXPECT_EQ(last_digits({{"L361", 76}}), "?361 implausible") << "no other group";
  EXPECT_EQ(last_digits({{"5361", 96}, {"Lx91", 76}}), "5361");
  EXPECT_EQ(last_digits({{"5361", 96}, {"5f0c12L4", 76}}), "5361") << "too long";
}

TEST(NumberRuns, KeepGroupsBesideUnknownDigits) {
  const auto shapes = shapes_of(read_line({"Card:", "4111", "1111?"}));
  EXPECT_EQ(shapes, (Shapes{"4 4", "4 5"})) << "the mark may be one";
}

}  // namespace
}  // namespace native
