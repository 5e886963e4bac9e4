#include "native/image/numbered_outlines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "native/image/frame.hpp"
#include "native/image/outline.hpp"

namespace native {
namespace {

// The digits in 5 columns and 7 rows; the highest of five bits is the left column.
constexpr int kColumns = 5;
constexpr int kRows = 7;
constexpr std::array<std::array<std::uint8_t, kRows>, 10> kDigits = {{
    {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110},
    {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111},
    {0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110},
    {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010},
    {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110},
    {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110},
    {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000},
    {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110},
    {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100},
}};

// Dark enough for white digits, and told apart by most people who confuse colours.
constexpr Colour kColours[] = {{0xC0, 0x00, 0x20}, {0x00, 0x50, 0xB0}, {0x00, 0x68, 0x30},
                               {0x80, 0x10, 0x90}, {0x8A, 0x48, 0x00}, {0x00, 0x60, 0x70}};
constexpr Colour kWhite = {255, 255, 255};
constexpr int kBorder = 1;
// What pixels of a label cost over its own rectangle, over another one, whose it would seem to be,
// and over another label, which could be read no more.
constexpr std::int64_t kOverOwn = 1;
constexpr std::int64_t kOverOther = 4;
constexpr std::int64_t kOverLabel = 1000;

std::int64_t area_of(const Rect& rect) {
  return rect.empty() ? 0 : std::int64_t{rect.width} * rect.height;
}

// Returns how large the pixels of digits are beside lines of a width.
int pixel_of(int width) { return std::clamp(width, 2, 8); }

Rect size_of(const std::string& digits, int pixel) {
  const int columns = static_cast<int>(digits.size()) * (kColumns + 1) + 1;
  return {0, 0, columns * pixel + 2 * kBorder, (kRows + 2) * pixel + 2 * kBorder};
}

void draw_digit(Frame& frame, char digit, int x, int y, int pixel) {
  const Rect whole{0, 0, frame.width, frame.height};
  const auto& rows = kDigits[static_cast<std::size_t>(digit - '0')];
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column) {
      if ((rows[static_cast<std::size_t>(row)] >> (kColumns - 1 - column) & 1) == 0) continue;
      const Rect dot{x + column * pixel, y + row * pixel, pixel, pixel};
      if (const Rect part = intersection(dot, whole); !part.empty()) fill(frame, part, kWhite);
    }
}

void draw_label(Frame& frame, const std::string& digits, const Rect& place, const Colour& colour,
                int pixel) {
  fill(frame, place, kWhite);
  const Rect inner{place.x + kBorder, place.y + kBorder, place.width - 2 * kBorder,
                   place.height - 2 * kBorder};
  if (!inner.empty()) fill(frame, inner, colour);
  int x = inner.x + pixel;
  for (const char digit : digits) {
    draw_digit(frame, digit, x, inner.y + pixel, pixel);
    x += (kColumns + 1) * pixel;
  }
}

// Returns a rectangle moved, and where that does not suffice cut, so that it lies in the picture.
Rect moved_into(Rect place, const Rect& picture) {
  place.x =
      std::clamp(place.x, picture.x, std::max(picture.x, picture.x + picture.width - place.width));
  place.y = std::clamp(place.y, picture.y,
                       std::max(picture.y, picture.y + picture.height - place.height));
  return intersection(place, picture);
}

// What a label would cover, and what each of its pixels costs.
struct Obstacle {
  Rect rect;
  std::int64_t cost;
};

// Returns the part of the labels so far and of all rectangles that lies where the label of
// `rects[own]` may lie.
std::vector<Obstacle> obstacles_in(const Rect& reach, const std::vector<Rect>& rects,
                                   std::size_t own, const std::vector<Rect>& labels) {
  std::vector<Obstacle> obstacles;
  for (const Rect& label : labels)
    if (!intersection(reach, label).empty()) obstacles.push_back({label, kOverLabel});
  for (std::size_t i = 0; i < rects.size(); ++i)
    if (!intersection(reach, rects[i]).empty())
      obstacles.push_back({rects[i], i == own ? kOverOwn : kOverOther});
  return obstacles;
}

// Returns where a label may lie beside a rectangle, the best place first.
std::array<Rect, 8> candidates_beside(const Rect& shown, int width, int height) {
  const int right = shown.x + shown.width, bottom = shown.y + shown.height;
  return {{{shown.x, shown.y - height, width, height},
           {right - width, shown.y - height, width, height},
           {shown.x - width, shown.y, width, height},
           {right, shown.y, width, height},
           {shown.x, bottom, width, height},
           {right - width, bottom, width, height},
           {right - width, shown.y, width, height},
           {shown.x, shown.y, width, height}}};
}

Rect cheapest(const std::array<Rect, 8>& candidates, const Rect& picture,
              const std::vector<Obstacle>& obstacles) {
  Rect best;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const Rect& candidate : candidates) {
    const Rect place = moved_into(candidate, picture);
    std::int64_t cost = 0;
    for (const Obstacle& each : obstacles)
      cost += each.cost * area_of(intersection(place, each.rect));
    if (cost >= least) continue;
    least = cost;
    best = place;
  }
  return best;
}

}  // namespace

std::vector<Rect> place_labels(const std::vector<Rect>& rects, const std::vector<Rect>& sizes,
                               const Rect& picture) {
  std::vector<Rect> labels;
  for (std::size_t i = 0; i < rects.size(); ++i) {
    const Rect shown = intersection(rects[i], picture);
    const int width = sizes[i].width, height = sizes[i].height;
    const Rect reach{shown.x - width, shown.y - height, shown.width + 2 * width,
                     shown.height + 2 * height};
    labels.push_back(shown.empty() ? Rect{}
                                   : cheapest(candidates_beside(shown, width, height), picture,
                                              obstacles_in(reach, rects, i, labels)));
  }
  return labels;
}

Frame outline_numbered(const Frame& frame, const std::vector<Rect>& rects,
                       const std::vector<int>& numbers, std::optional<Colour> colour, int width) {
  const Rect whole{0, 0, frame.width, frame.height};
  const int pixel = pixel_of(width);
  std::vector<std::string> digits;
  std::vector<Rect> sizes;
  for (const int number : numbers) {
    digits.push_back(std::to_string(number));
    sizes.push_back(size_of(digits.back(), pixel));
  }
  const auto colour_of = [&](std::size_t place) {
    return colour.value_or(kColours[place % std::size(kColours)]);
  };
  Frame result = crop(frame, whole);
  result.origin = frame.origin;
  for (std::size_t i = 0; i < rects.size(); ++i)
    draw_outline(result, rects[i], colour_of(i), width);
  const std::vector<Rect> labels = place_labels(rects, sizes, whole);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (!labels[i].empty()) draw_label(result, digits[i], labels[i], colour_of(i), pixel);
  return result;
}

}  // namespace native
