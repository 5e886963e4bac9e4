#include "native/text/lines/text_lines.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "native/text/lines/line_hash.hpp"
#include "tests/unit/native/text/lines/canvas.hpp"

namespace native {
namespace {

using namespace test;

constexpr int kWidth = 1200;
constexpr int kHeight = 500;

bool lies_in(const std::vector<TextLine>& lines, int x, int y) {
  return std::any_of(lines.begin(), lines.end(), [&](const TextLine& line) {
    const Rect& r = line.bounds;
    return x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
  });
}

// How many pixels of the strip's text lie in no line.
int lost(const std::vector<TextLine>& lines, const Frame& strip, int x, int y) {
  int count = 0;
  each_ink(strip, [&](int u, int v) { count += !lies_in(lines, x + u, y + v); });
  return count;
}

Frame noise(int width, int height) {
  Frame frame = blank(width, height);
  std::mt19937 random(7);
  for (std::uint8_t& byte : frame.pixels) byte = static_cast<std::uint8_t>(random());
  return frame;
}

std::vector<Rect> bounds_of(const std::vector<TextLine>& lines) {
  std::vector<Rect> result;
  for (const TextLine& line : lines) result.push_back(line.bounds);
  return result;
}

const Frame& any_strip() { return strips()[*rc::gen::inRange<std::size_t>(0, strips().size())]; }

RC_GTEST_PROP(TextLinesProperty, NoTextIsLost, ()) {
  const Frame& first = any_strip();
  const Frame& second = any_strip();
  Frame frame = filled(kWidth, kHeight, first.pixels.data());
  const int x = up_to(kWidth - first.width), y = up_to(150);
  const int u = up_to(kWidth - second.width), v = 260 + up_to(100);
  paste(frame, first, x, y);
  paste(frame, second, u, v);
  const std::vector<TextLine> lines = find_text_lines(frame);
  RC_ASSERT(lost(lines, first, x, y) == 0);
  RC_ASSERT(lost(lines, second, u, v) == 0);
}

// Returns the rows [begin, end) of a picture.
Frame rows_of(const Frame& frame, int begin, int end) {
  Frame part = blank(frame.width, end - begin);
  for (int y = begin; y < end; ++y)
    std::copy_n(pixel_at(frame, 0, y), frame.stride, pixel_at(part, 0, y - begin));
  return part;
}

TEST(TextLines, AreWholeWhereTheEdgeCutsThemOff) {
  const Frame frame = dark_on_light(
      700, 60,
      "-font DejaVu-Sans-Mono -pointsize 15 -annotate +20+20 'the order was shipped on Monday and "
      "the invoice is attached'");
  const std::vector<TextLine> whole = find_text_lines(frame);
  ASSERT_EQ(whole.size(), 1U);
  const Rect bounds = whole[0].bounds;
  for (int rows = 7; rows < bounds.height; ++rows) {
    const auto above = find_text_lines(rows_of(frame, 0, bounds.y + rows));
    EXPECT_EQ(above.size(), 1U) << rows << " rows at the lower edge";
    const auto below = find_text_lines(rows_of(frame, bounds.y + bounds.height - rows, 60));
    EXPECT_EQ(below.size(), 1U) << rows << " rows at the upper edge";
  }
}

RC_GTEST_PROP(TextLinesProperty, MoveWithTheText, ()) {
  const Frame& strip = any_strip();
  const int x = 20 + up_to(kWidth - strip.width - 40), y = 20 + up_to(150);
  const int right = 20 + up_to(kWidth - strip.width - 40), down = 20 + up_to(300);
  Frame frame = filled(kWidth, kHeight, strip.pixels.data());
  Frame moved = frame;
  paste(frame, strip, x, y);
  paste(moved, strip, right, down);
  const std::vector<TextLine> before = find_text_lines(frame), after = find_text_lines(moved);
  RC_ASSERT(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    Rect expected = before[i].bounds;
    expected.x += right - x;
    expected.y += down - y;
    RC_ASSERT(after[i].bounds == expected);
    RC_ASSERT(hash_of(frame, before[i]) == hash_of(moved, after[i]));
  }
}

RC_GTEST_PROP(TextLinesProperty, DependOnNothingFarAway, ()) {
  const Frame& strip = any_strip();
  const Frame& other = any_strip();
  const int x = up_to(kWidth - strip.width), y = up_to(150);
  Frame frame = filled(kWidth, kHeight, strip.pixels.data());
  paste(frame, strip, x, y);
  const std::vector<TextLine> alone = find_text_lines(frame);
  paste(frame, other, up_to(kWidth - other.width), 340 + up_to(60));
  const std::vector<Rect> together = bounds_of(find_text_lines(frame));
  for (const TextLine& line : alone)
    RC_ASSERT(std::find(together.begin(), together.end(), line.bounds) != together.end());
}

TEST(TextLines, EachLineIsApart) {
  std::string drawing;
  for (int y = 10; y < 380; y += 17)
    drawing += " -annotate +20+" + std::to_string(y) + " 'Typography (x) of line number " +
               std::to_string(y) + "'";
  const std::vector<TextLine> lines = find_text_lines(dark_on_light(400, 400, drawing));
  ASSERT_EQ(lines.size(), 22U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_FALSE(lines[i].block);
    EXPECT_LE(lines[i].bounds.height, 22);
    EXPECT_NEAR(lines[i].bounds.y, 10 + 17 * static_cast<int>(i), 4);
  }
}

TEST(TextLines, HoldTheHyphensAtTheirEnds) {
  for (const int points : {12, 16, 24}) {
    Frame frame = drawn(points * 20, points * 4,
                        "-font DejaVu-Sans-Mono -pointsize " + std::to_string(points) +
                            " -annotate +2+2 '-5465-4738-'",
                        "xc:white");
    int left = frame.width, right = 0;
    each_ink(frame, [&](int x, int) {
      left = std::min(left, x);
      right = std::max(right, x);
    });
    const auto lines = find_text_lines(frame);
    ASSERT_EQ(lines.size(), 1U) << points;
    EXPECT_LE(lines[0].bounds.x, left) << points;
    EXPECT_GT(lines[0].bounds.x + lines[0].bounds.width, right) << points;
  }
}

TEST(TextLines, ColumnsAndCellsAreApart) {
  const std::vector<TextLine> lines = find_text_lines(
      dark_on_light(500, 60,
                    "-annotate +20+20 'File' -annotate +80+20 'Edit menu' -annotate +180+20 'View' "
                    "-fill none -stroke gray -draw 'rectangle 170,2 240,58'"));
  std::vector<int> starts;
  for (const TextLine& line : lines)
    if (line.bounds.height < 30) starts.push_back(line.bounds.x + 4);  // not the sides of the box
  std::sort(starts.begin(), starts.end());
  ASSERT_EQ(starts.size(), 3U);
  EXPECT_NEAR(starts[0], 20, 3);
  EXPECT_NEAR(starts[1], 80, 3);
  EXPECT_NEAR(starts[2], 180, 3);
}

TEST(TextLines, LinesBesideASharedSideAreApart) {
  std::string drawing =
      "-fill none -stroke black -draw 'rectangle 16,4 300,300' -stroke none -fill black";
  for (int y = 10; y < 280; y += 20)
    drawing += " -annotate +20+" + std::to_string(y) + " 'beside the border'";
  std::vector<TextLine> lines = find_text_lines(dark_on_light(400, 320, drawing));
  // The box may count as a giant letter.
  std::erase_if(lines, [](const TextLine& line) { return line.block; });
  EXPECT_EQ(lines.size(), 14U);
  for (const TextLine& line : lines) EXPECT_LE(line.bounds.height, 22);
}

TEST(TextLines, SelectedTextStaysInItsLine) {
  const std::vector<TextLine> lines = find_text_lines(dark_on_light(
      500, 80,
      "-fill '#3584e4' -draw 'rectangle 112,18 218,36' -fill black -annotate +20+20 'before the "
      "mark' -fill white -annotate +116+20 'selected words' -fill black -annotate +222+20 'after' "
      "-annotate +20+40 'Next line'"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_LE(lines[0].bounds.height, 26);
  EXPECT_GE(lines[0].bounds.width, 220);
}

TEST(TextLines, GiantTextIsNotLost) {
  for (const int points : {90, 150, 300, 530}) {
    const Frame frame = drawn(1800, points * 3 / 2,
                              "-pointsize " + std::to_string(points) + " -annotate +5+5 'HIl no'",
                              "xc:white -fill black");
    EXPECT_EQ(lost(find_text_lines(frame), frame, 0, 0), 0) << points;
  }
}

TEST(TextLines, PicturesWithoutTextHaveFewLines) {
  EXPECT_TRUE(find_text_lines(blank(1, 1)).empty());
  EXPECT_TRUE(find_text_lines(blank(32'000, 100)).empty());
  EXPECT_TRUE(find_text_lines(blank(100, 32'000)).empty());
  const Frame gradient = drawn(600, 400, "", "gradient:'#102030-#e0d0c0'");
  EXPECT_TRUE(find_text_lines(gradient).empty());
  Frame across = blank(600, 400);
  for (int y = 0; y < across.height; ++y)
    for (int x = 0; x < across.width; ++x)
      pixel_at(across, x, y)[1] = static_cast<std::uint8_t>(x * 255 / across.width);
  EXPECT_TRUE(find_text_lines(across).empty());
  EXPECT_THROW(find_text_lines(Frame()), Error);
}

TEST(TextLines, NoiseIsABlock) {
  for (const auto& [width, height] : {std::pair{640, 480}, {32'000, 100}, {100, 32'000}}) {
    const auto begin = Clock::now();
    const std::vector<TextLine> lines = find_text_lines(noise(width, height));
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
    long long area = 0;
    for (const TextLine& line : lines)
      area += static_cast<long long>(line.bounds.width) * line.bounds.height;
    EXPECT_LE(area, 2LL * width * height);
    EXPECT_LE(lines.size(), 500U) << width << "x" << height;
  }
}

TEST(TextLines, SparseDotsEndSoon) {
  Frame frame = blank(1920, 1080);
  for (int y = 0; y < 1080; y += 2)
    for (int x = 0; x < 1920; x += 9) pixel_at(frame, x, y)[0] = 0;
  const auto begin = Clock::now();
  find_text_lines(frame);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace native
