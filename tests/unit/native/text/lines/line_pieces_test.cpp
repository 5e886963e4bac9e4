#include "native/text/lines/line_pieces.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/text/lines/canvas.hpp"

namespace native {
namespace {

using namespace test;

Frame page_of(const std::string& text) {
  return dark_on_light(1400, 40,
                       "-font DejaVu-Sans-Mono -pointsize 15 -annotate +10+10 '" + text + "'");
}

std::vector<TextLine> pieces_of(const Frame& frame) {
  const std::vector<TextLine> lines = find_text_lines(frame);
  EXPECT_EQ(lines.size(), 1U);
  return lines.empty() ? lines : native::pieces_of(frame, lines[0]);
}

// How many pixels of text lie in a column where two pieces meet.
int ink_at_ends(const Frame& frame, const std::vector<TextLine>& pieces) {
  int count = 0;
  for (std::size_t i = 1; i < pieces.size(); ++i)
    for (int y = 0; y < frame.height; ++y) {
      const int x = pieces[i].bounds.x;
      count += *pixel_at(frame, x - 1, y) < 128 || *pixel_at(frame, x, y) < 128;
    }
  return count;
}

TEST(LinePieces, AreCutAtBlanks) {
  const Frame frame = page_of(
      "the order was shipped on Monday and the invoice is attached please reply soon thanks for "
      "your message about the meeting in Berlin");
  const std::vector<TextLine> pieces = pieces_of(frame);
  EXPECT_EQ(pieces.size(), 4U);
  EXPECT_EQ(ink_at_ends(frame, pieces), 0);
  const TextLine line = find_text_lines(frame)[0];
  int end = line.bounds.x;
  for (const TextLine& piece : pieces) {
    EXPECT_EQ(piece.bounds.x, end) << "side by side";
    EXPECT_EQ(piece.bounds.y, line.bounds.y);
    EXPECT_EQ(piece.bounds.height, line.bounds.height);
    end += piece.bounds.width;
  }
  EXPECT_EQ(end, line.bounds.x + line.bounds.width);
}

TEST(LinePieces, KeepShortLinesAndWordsWhole) {
  EXPECT_EQ(pieces_of(page_of("the order was shipped on Monday")).size(), 1U);
  const Frame frame = page_of("Bearer " + std::string(110, 'M'));
  EXPECT_EQ(pieces_of(frame).size(), 1U) << "no blank near a place to cut";
}

TEST(LinePieces, KeepBlocksWhole) {
  const Frame frame = blank(1400, 20);
  const TextLine block{{0, 0, 1400, 20}, true, {{10, 0, 5, 5}}};
  EXPECT_EQ(native::pieces_of(frame, block), std::vector<TextLine>{block});
}

}  // namespace
}  // namespace native
