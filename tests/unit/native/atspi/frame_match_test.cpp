#include "native/atspi/frame_match.hpp"

#include <gtest/gtest.h>

namespace native::atspi {
namespace {

Window window(std::uint64_t id, const std::string& title, const Rect& bounds, int frame = 0) {
  Window result;
  result.id = id;
  result.title = title;
  result.bounds = bounds;
  result.frame = {bounds.x - frame, bounds.y - 20 * frame, bounds.width + 2 * frame,
                  bounds.height + 25 * frame};
  return result;
}

// Returns where an element at `inside` is, when the only frame and the only window are these.
std::optional<Rect> placed(const Rect& frame, const Window& shown, const Rect& inside) {
  ElementScope scope;
  scope.windows = {shown};
  const std::vector<FrameMatch> matches = match_frames({{shown.title, frame}}, scope);
  EXPECT_EQ(matches[0].window, shown.id);
  if (!matches[0].correction) return std::nullopt;
  return matches[0].correction->apply(inside);
}

TEST(FrameMatch, TakesCoordinatesOfTheScreenAsTheyAre) {
  const Window shown = window(7, "form", {430, 227, 420, 360}, 1);
  EXPECT_EQ(placed({429, 207, 422, 385}, shown, {530, 336, 66, 34}), (Rect{530, 336, 66, 34}));
  EXPECT_EQ(placed({430, 227, 420, 360}, shown, {530, 336, 66, 34}), (Rect{530, 336, 66, 34}));
}

TEST(FrameMatch, MovesCoordinatesOfTheWindow) {
  const Window shown = window(7, "form", {430, 227, 420, 360}, 1);
  EXPECT_EQ(placed({0, 0, 420, 360}, shown, {100, 50, 66, 34}), (Rect{530, 277, 66, 34}));
}

TEST(FrameMatch, EnlargesScaledCoordinates) {
  // Places are rounded down to units of two pixels: 431 is 215, where the window's content begins.
  const Window framed = window(7, "form", {431, 227, 420, 360}, 1);
  EXPECT_EQ(placed({215, 103, 211, 193}, framed, {225, 123, 10, 10}), (Rect{451, 247, 20, 20}));
  // Qt rounds to the nearest unit, and counts from the rounded place.
  const Window bare = window(7, "form", {199, 550, 720, 480}, 1);
  EXPECT_EQ(placed({100, 275, 360, 240}, bare, {100, 275, 360, 20}), (Rect{199, 550, 720, 40}));
}

TEST(FrameMatch, KnowsShadowsOfClients) {
  const Window shown = window(7, "form", {126, 119, 400, 300});
  EXPECT_EQ(placed({100, 100, 452, 345}, shown, {150, 150, 10, 10}), (Rect{150, 150, 10, 10}));
  EXPECT_EQ(placed({50, 50, 226, 172}, shown, {75, 75, 10, 10}), (Rect{150, 150 + 1, 20, 20}))
      << "an odd place in units of two pixels";
}

TEST(FrameMatch, CountsFromTheCornerOfWhatIsPaintedWhereThatIsKnown) {
  Window shown = window(7, "form", {250, 147, 300, 305});
  EXPECT_EQ(placed({0, 0, 352, 357}, shown, {26, 94, 300, 34}), std::nullopt);
  shown.painted = {224, 124, 352, 357};
  EXPECT_EQ(placed({0, 0, 352, 357}, shown, {26, 94, 300, 34}), (Rect{250, 218, 300, 34}));
}

TEST(FrameMatch, KnowsTitlesThatClientsDraw) {
  Window shown = window(7, "form", {279, 206, 642, 520});
  EXPECT_EQ(placed({0, 0, 640, 480}, shown, {6, 0, 29, 19}), std::nullopt);
  shown.painted = {259, 186, 682, 560};
  EXPECT_EQ(placed({0, 0, 640, 480}, shown, {6, 0, 29, 19}), (Rect{286, 245, 29, 19}));
  shown.bounds = {277, 193, 646, 513};
  EXPECT_EQ(placed({0, 0, 640, 480}, shown, {6, 0, 29, 19}), (Rect{286, 223, 29, 19}));
  EXPECT_EQ(placed({0, 0, 640, 300}, shown, {6, 0, 29, 19}), std::nullopt);
}

TEST(FrameMatch, CountsFromTheCornerOfWhatFillsTheWindow) {
  ElementScope scope;
  scope.windows = {window(7, "form", {0, 0, 1200, 900})};
  const std::vector<FrameMatch> matches =
      match_frames({{"form", Rect{0, 0, 1252, 952}, Rect{26, 23, 1200, 900}}}, scope);
  ASSERT_TRUE(matches[0].correction);
  EXPECT_EQ(matches[0].correction->apply({40, 30, 10, 10}), (Rect{14, 7, 10, 10}));
  EXPECT_FALSE(match_frames({{"form", Rect{0, 0, 1252, 952}, Rect{26, 23, 1100, 900}}}, scope)[0]
                   .correction);
}

TEST(FrameMatch, KnowsBordersOfClients) {
  const Window shown = window(7, "form", {480, 260, 320, 280});
  EXPECT_EQ(placed({0, 0, 310, 270}, shown, {17, 51, 276, 24}), (Rect{502, 316, 276, 24}));
  const Window large = window(7, "form", {0, 0, 640, 560});
  EXPECT_EQ(placed({0, 0, 310, 270}, large, {17, 51, 276, 24}), (Rect{44, 112, 552, 48}));
}

TEST(FrameMatch, GivesNoPlaceThatIsNotCertain) {
  EXPECT_EQ(placed({0, 0, 310, 280}, window(7, "form", {480, 260, 320, 280}), {1, 1, 9, 9}),
            std::nullopt);
  EXPECT_EQ(placed({0, 0, 333, 77}, window(7, "form", {430, 227, 420, 360}, 1), {1, 1, 9, 9}),
            std::nullopt);
}

TEST(FrameMatch, PlacesNoMenusOfProgramsOfWayland) {
  ElementScope scope;
  scope.windows = {window(7, "form", {0, 0, 400, 300})};
  const std::vector<TopLevel> frames = {{"form", Rect{0, 0, 400, 300}}, {"", Rect{20, 30, 90, 80}}};
  EXPECT_TRUE(match_frames(frames, scope)[1].correction);
  scope.windows[0].wayland = true;
  EXPECT_TRUE(match_frames(frames, scope)[0].correction);
  EXPECT_FALSE(match_frames(frames, scope)[1].correction);
}

TEST(FrameMatch, TakesDoubledBlanksOfATitleForOne) {
  ElementScope scope;
  scope.windows = {window(7, "a.txt - Kate", {0, 0, 400, 300})};
  EXPECT_EQ(match_frames({{"a.txt  - Kate", std::nullopt}}, scope)[0].window, 7U);
}

TEST(FrameMatch, JoinsByTitleThenByPlace) {
  ElementScope scope;
  scope.windows = {window(1, "same", {0, 0, 400, 300}), window(2, "same", {500, 0, 400, 300}),
                   window(3, "other", {0, 400, 200, 100})};
  const std::vector<FrameMatch> matches = match_frames({{"other", std::nullopt},
                                                        {"same", Rect{500, 0, 400, 300}},
                                                        {"same", Rect{0, 0, 400, 300}},
                                                        {"", Rect{20, 20, 90, 200}}},
                                                       scope);
  EXPECT_EQ(matches[0].window, 3U);
  EXPECT_EQ(matches[1].window, 2U);
  EXPECT_EQ(matches[2].window, 1U);
  EXPECT_EQ(matches[3].window, 0U) << "a menu";
  ASSERT_TRUE(matches[3].correction) << "other windows show what its coordinates mean";
  EXPECT_EQ(matches[3].correction->apply({20, 20, 90, 200}), (Rect{20, 20, 90, 200}));
}

TEST(FrameMatch, HidesWhatMayBeAHiddenWindow) {
  ElementScope scope;
  scope.windows = {window(1, "secret", {0, 0, 400, 300}), window(2, "open", {500, 0, 400, 300}),
                   window(3, "open", {500, 0, 400, 300})};
  scope.hidden = {1};
  const std::vector<TopLevel> frames = {{"secret", Rect{0, 0, 400, 300}},
                                        {"open", Rect{500, 0, 400, 300}},
                                        {"", Rect{20, 20, 90, 200}},
                                        {"renamed", Rect{0, 0, 400, 300}}};
  std::vector<FrameMatch> matches = match_frames(frames, scope);
  EXPECT_TRUE(matches[0].hidden);
  EXPECT_FALSE(matches[1].hidden);
  EXPECT_TRUE(matches[2].hidden) << "a menu of either";
  EXPECT_TRUE(matches[3].hidden);
  scope.hidden = {3};
  matches = match_frames(frames, scope);
  EXPECT_TRUE(matches[1].hidden) << "one of two that are alike";
  EXPECT_FALSE(matches[0].hidden);
}

TEST(FrameMatch, DoesNotBelieveExtremes) {
  EXPECT_FALSE(is_plausible({-2147483647 - 1, -2147483647 - 1, 1, 1}));
  EXPECT_FALSE(is_plausible({0, 0, 2147483647, 2147483647}));
  EXPECT_FALSE(is_plausible({5, 5, 0, 10}));
  EXPECT_FALSE(is_plausible({5, 5, -3, 10}));
  EXPECT_TRUE(is_plausible({-5, -5, 10, 10}));
}

}  // namespace
}  // namespace native::atspi
