#include "native/text/lines/line_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/unit/native/text/lines/canvas.hpp"

namespace native {
namespace {

using namespace test;

std::vector<std::uint8_t> picture_of(const Frame& frame) {
  std::vector<std::uint8_t> gray(static_cast<std::size_t>(frame.width) *
                                 static_cast<std::size_t>(frame.height));
  draw_dark_on_white(frame, {0, 0, frame.width, frame.height}, gray.data());
  return gray;
}

// A block letter every 10 pixels, as text covers its line.
void draw_bars(Frame& frame, int from, int to, const std::uint8_t* colour) {
  for (int x = from; x + 3 < to; x += 10)
    for (int y = 4; y < frame.height - 4; ++y)
      for (int i = 0; i < 3; ++i) std::copy_n(colour, 3, pixel_at(frame, x + i, y));
}

TEST(LinePicture, IsBlackOnWhiteInEveryTheme) {
  const std::uint8_t themes[][2][4] = {{{255, 255, 255, 0}, {0, 0, 0, 0}},
                                       {{30, 30, 30, 0}, {212, 212, 212, 0}},
                                       {{255, 255, 255, 0}, {170, 170, 170, 0}},
                                       // The same luma.
                                       {{0, 0, 200, 0}, {0, 103, 0, 0}}};
  for (const auto& [ground, ink] : themes) {
    Frame frame = filled(100, 20, ground);
    draw_bars(frame, 5, 95, ink);
    const std::vector<std::uint8_t> gray = picture_of(frame);
    EXPECT_EQ(gray[0], 255);
    EXPECT_LE(gray[10 * 100 + 6], 10);
    EXPECT_EQ(gray[10 * 100 + 10], 255);
  }
}

TEST(LinePicture, SelectionsHaveABackgroundOfTheirOwn) {
  const std::uint8_t white[] = {255, 255, 255, 0}, black[] = {0, 0, 0, 0},
                     blue[] = {228, 132, 53, 0};
  Frame frame = filled(200, 20, white);
  const Frame selection = filled(80, 20, blue);
  paste(frame, selection, 60, 0);
  draw_bars(frame, 5, 60, black);
  draw_bars(frame, 65, 140, white);
  draw_bars(frame, 145, 195, black);
  const std::vector<std::uint8_t> gray = picture_of(frame);
  for (const int x : {1, 12, 61, 72, 139, 142, 199})
    EXPECT_GE(gray[10 * 200 + std::size_t(x)], 250) << x;
  for (const int x : {6, 66, 126, 146}) EXPECT_LE(gray[10 * 200 + std::size_t(x)], 5) << x;
}

// They were turned round, as if they stood for a selection: more than half of them is ink.
TEST(LinePicture, BoldLettersAreNoSelections) {
  const std::uint8_t white[] = {255, 255, 255, 0}, black[] = {0, 0, 0, 0};
  Frame frame = filled(200, 28, white);
  draw_bars(frame, 5, 80, black);
  paste(frame, filled(16, 20, black), 90, 4);  // an H
  paste(frame, filled(4, 8, white), 96, 4);
  paste(frame, filled(4, 8, white), 96, 16);
  paste(frame, filled(14, 20, black), 120, 4);  // a 5
  paste(frame, filled(9, 3, white), 125, 8);
  paste(frame, filled(9, 5, white), 120, 14);
  paste(frame, filled(3, 2, white), 131, 22);
  const std::vector<std::uint8_t> gray = picture_of(frame);
  EXPECT_LE(gray[14 * 200 + 92], 5);
  EXPECT_GE(gray[6 * 200 + 98], 250);
  EXPECT_LE(gray[6 * 200 + 130], 5);
  EXPECT_GE(gray[16 * 200 + 122], 250);
}

TEST(LinePicture, ACursorIsTurnedRound) {
  const std::uint8_t white[] = {255, 255, 255, 0}, black[] = {0, 0, 0, 0};
  Frame frame = filled(200, 28, white);
  draw_bars(frame, 5, 195, black);
  paste(frame, filled(14, 28, white), 88, 0);
  paste(frame, filled(12, 24, black), 90, 2);
  paste(frame, filled(3, 18, white), 94, 8);  // as far as its lower end
  const std::vector<std::uint8_t> gray = picture_of(frame);
  EXPECT_LE(gray[14 * 200 + 95], 5);
  EXPECT_GE(gray[14 * 200 + 91], 250);
  EXPECT_GE(gray[14 * 200 + 100], 250);
}

// A label with round ends in a line of other text, as web pages have them: a stadium of 18 rows.
void draw_stadium(Frame& frame, int from, int to, const std::uint8_t* colour) {
  constexpr int kTop = 4, kRadius = 9;
  for (int y = 0; y < 2 * kRadius; ++y) {
    const double away = std::abs(y + 0.5 - kRadius);
    const int inset = kRadius - static_cast<int>(std::sqrt(kRadius * kRadius - away * away));
    for (int x = from + inset; x < to - inset; ++x)
      std::copy_n(colour, 3, pixel_at(frame, x, kTop + y));
  }
}

TEST(LinePicture, LabelsWithRoundEndsHaveABackgroundOfTheirOwn) {
  const std::uint8_t white[] = {255, 255, 255, 0}, black[] = {0, 0, 0, 0},
                     green[] = {80, 160, 45, 0};
  const auto bars = [](Frame& frame, int from, int to, const std::uint8_t* colour) {
    for (int x = from; x + 3 < to; x += 10)
      for (int y = 9; y < 17; ++y)
        for (int i = 0; i < 3; ++i) std::copy_n(colour, 3, pixel_at(frame, x + i, y));
  };
  for (const int end : {130, 230}) {  // less than half of the line, and more
    Frame frame = filled(300, 26, white);
    draw_stadium(frame, 60, end, green);
    bars(frame, 5, 55, black);
    bars(frame, 75, end - 15, white);
    bars(frame, end + 10, 295, black);
    const std::vector<std::uint8_t> gray = picture_of(frame);
    const auto level = [&](int x, int y) { return gray[static_cast<std::size_t>(y * 300 + x)]; };
    for (const int x : {6, 76, 96, end + 11}) EXPECT_LE(level(x, 12), 5) << x;
    for (const int x : {60, 64, 82, end - 4, end - 1, end + 3}) EXPECT_GE(level(x, 12), 250) << x;
    for (const int y : {0, 5, 20, 25})
      for (const int x : {60, 62, 100, end - 2}) EXPECT_GE(level(x, y), 250) << x << " " << y;
  }
}

TEST(LinePicture, SelectionsMayReachIntoTheLinesAround) {
  const std::uint8_t white[] = {255, 255, 255, 0}, black[] = {0, 0, 0, 0},
                     blue[] = {228, 132, 53, 0};
  Frame frame = filled(200, 28, white);
  paste(frame, filled(100, 5, blue), 0, 0);
  paste(frame, filled(140, 5, blue), 10, 23);
  paste(frame, filled(80, 28, blue), 60, 0);
  draw_bars(frame, 75, 130, white);
  draw_bars(frame, 145, 195, black);
  const std::vector<std::uint8_t> gray = picture_of(frame);
  for (const int x : {1, 20, 61, 82, 138, 142, 199})
    EXPECT_GE(gray[14 * 200 + std::size_t(x)], 250) << x;
  for (const int x : {76, 116, 146}) EXPECT_LE(gray[14 * 200 + std::size_t(x)], 5) << x;
}

// As black bars around the text, they were read as letters such as "J" and "]".
TEST(LinePicture, EdgesOfASelectionAreNotInk) {
  const std::uint8_t white[] = {255, 255, 255, 0}, blue[] = {228, 132, 53, 0};
  Frame frame = filled(200, 20, white);
  paste(frame, filled(194, 16, blue), 3, 2);
  draw_bars(frame, 10, 190, white);
  const std::vector<std::uint8_t> gray = picture_of(frame);
  for (const int x : {0, 2, 3, 196, 197, 199}) EXPECT_GE(gray[10 * 200 + std::size_t(x)], 250) << x;
  for (const int y : {0, 1, 18, 19}) EXPECT_GE(gray[std::size_t(y) * 200 + 100], 250) << y;
  EXPECT_LE(gray[10 * 200 + 11], 5);
}

TEST(LinePicture, LeavesOutTheSidesOfABoxAboveAndBelow) {
  const std::uint8_t white[] = {255, 255, 255, 0}, grey[] = {120, 120, 120, 0},
                     black[] = {0, 0, 0, 0};
  Frame frame = filled(200, 26, white);
  paste(frame, filled(190, 22, grey), 5, 2);
  paste(frame, filled(188, 20, white), 6, 3);
  Frame letters = filled(160, 14, white);
  draw_bars(letters, 5, 155, black);
  paste(frame, letters, 20, 6);
  const std::vector<std::uint8_t> gray = picture_of(frame);
  for (const int y : {2, 23}) EXPECT_GE(gray[std::size_t(y) * 200 + 100], 250) << y;
  EXPECT_LE(gray[13 * 200 + 26], 5);
}

TEST(LinePicture, DoesNotStretchNoise) {
  Frame frame = blank(60, 20);
  for (int x = 0; x < 60; x += 2)
    for (int y = 0; y < 20; ++y) pixel_at(frame, x, y)[1] = 250;
  const std::vector<std::uint8_t> gray = picture_of(frame);
  EXPECT_GE(*std::min_element(gray.begin(), gray.end()), 200);
}

TEST(LinePicture, TakesTheSmallestParts) {
  const Frame frame = blank(3, 3);
  std::uint8_t gray[9];
  for (int width = 1; width <= 3; ++width)
    for (int height = 1; height <= 3; ++height) {
      draw_dark_on_white(frame, {0, 0, width, height}, gray);
      EXPECT_EQ(gray[0], 255);
    }
}

}  // namespace
}  // namespace native
