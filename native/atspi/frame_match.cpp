#include "native/atspi/frame_match.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>

namespace native::atspi {
namespace {

constexpr int kMaxScale = 4;
constexpr int kMaxShadow = 100;  // pixels of a client-side shadow, before scaling
constexpr int kMaxBorder = 16;   // pixels of a border that a client draws, before scaling
constexpr int kMinTitle = 20;    // pixels of a title that a client draws
constexpr int kMaxTitle = 80;
constexpr int kFarthest = 200'000;  // beyond every desktop

bool near(std::int64_t a, std::int64_t b, int tolerance) { return std::abs(a - b) <= tolerance; }

Rect scaled(const Rect& rect, int scale) {
  return {rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale};
}

bool same_size(const Rect& a, const Rect& b, int tolerance) {
  return near(a.width, b.width, tolerance) && near(a.height, b.height, tolerance);
}

bool same_place(const Rect& a, const Rect& b, int tolerance) {
  return near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance);
}

// Returns whether extents are a window with a shadow around it, which is as wide on both sides.
bool has_shadow(const Rect& extents, const Window& window, int scale) {
  const Rect whole = scaled(extents, scale);
  const Rect& bounds = window.bounds;
  const int left = bounds.x - whole.x, top = bounds.y - whole.y;
  const int right = whole.x + whole.width - bounds.x - bounds.width;
  const int bottom = whole.y + whole.height - bounds.y - bounds.height;
  return near(left, right, scale) && std::min({left, top, right, bottom}) >= 0 &&
         std::max({left, top, right, bottom}) <= kMaxShadow * scale;
}

// Returns the width of the border around extents that count from within it; 0 when there is none.
int border_around(const Rect& extents, const Window& window, int scale) {
  const int beside = window.bounds.width - extents.width * scale;
  const int above = window.bounds.height - extents.height * scale;
  const bool even = extents.x == 0 && extents.y == 0 && beside == above && beside % 2 == 0;
  return even && beside > 0 && beside <= 2 * kMaxBorder * scale ? beside / 2 : 0;
}

// Returns the place of extents in a window whose title and border its program draws, as Qt does on
// Wayland: the border is as wide below as on both sides.
std::optional<Correction> within_own_frame(const Rect& extents, const Window& window) {
  const int beside = window.bounds.width - extents.width;
  const int title = window.bounds.height - extents.height - beside / 2;
  const bool fits = extents.x == 0 && extents.y == 0 && beside >= 0 && beside % 2 == 0 &&
                    beside <= 2 * kMaxBorder && title >= kMinTitle && title <= kMaxTitle;
  if (!fits) return std::nullopt;
  return Correction{1, window.bounds.x + beside / 2, window.bounds.y + title};
}

int remainder(int value, int scale) { return ((value % scale) + scale) % scale; }

// Coordinates are those of the screen, in units of `scale` pixels: a program rounds the place of
// its window down to whole units, and counts from there.
Correction of_screen(const Window& window, int scale) {
  return {scale, remainder(window.bounds.x, scale), remainder(window.bounds.y, scale)};
}

Correction from_corner(const Rect& extents, const Rect& corner, int scale) {
  return {scale, corner.x - extents.x * scale, corner.y - extents.y * scale};
}

// Returns how a frame's coordinates relate to a window's; nothing when its size does not fit.
// `in_place`: receives whether the frame says to be where the window is.
std::optional<Correction> correction_for(const TopLevel& frame, const Window& window,
                                         bool* in_place) {
  const Rect& extents = *frame.extents;
  for (int scale = 1; scale <= kMaxScale; ++scale) {
    const Rect whole = scaled(extents, scale);
    const int rounding = scale - 1;
    if (same_size(whole, window.bounds, rounding)) {
      *in_place = same_place(whole, window.bounds, scale);
      return from_corner(extents, window.bounds, scale);
    }
    if (!same_size(whole, window.frame, rounding)) continue;
    *in_place = same_place(whole, window.frame, scale);
    // Widths of frames are not whole units.
    return scale > 1 && *in_place ? of_screen(window, scale)
                                  : from_corner(extents, window.frame, scale);
  }
  // Wayland tells programs no places: they count from the corner of what they paint.
  if (!window.painted.empty() && same_size(extents, window.painted, 0)) {
    *in_place = same_place(extents, window.painted, 0);
    return from_corner(extents, window.painted, 1);
  }
  if (!window.painted.empty())
    if (const auto within = within_own_frame(extents, window)) return within;
  for (int scale = 1; scale <= kMaxScale; ++scale) {
    *in_place = has_shadow(extents, window, scale);
    if (*in_place) return of_screen(window, scale);
    if (const int border = border_around(extents, window, scale); border > 0)
      return Correction{scale, window.bounds.x + border, window.bounds.y + border};
  }
  // A shadow around what fills the window.
  if (frame.content && same_size(*frame.content, window.bounds, 0))
    return from_corner(*frame.content, window.bounds, 1);
  return std::nullopt;
}

// Returns a title without the blanks that are doubled: KWin shortens those, as in "a.txt  - Kate".
std::string without_double_blanks(const std::string& title) {
  std::string text;
  for (const char each : title)
    if (each != ' ' || text.empty() || text.back() != ' ') text += each;
  return text;
}

// How well a frame fits a window: the more, the better; 0: not at all.
int fitness(const TopLevel& frame, const Window& window) {
  bool in_place = false;
  const bool size = frame.extents && correction_for(frame, window, &in_place).has_value();
  const bool title = !frame.name.empty() &&
                     without_double_blanks(frame.name) == without_double_blanks(window.title);
  if (title) return 4 + (size ? 2 : 0) + (in_place ? 1 : 0);
  // Frames without a name may be menus.
  if (!frame.name.empty() && size) return in_place ? 3 : 2;
  return size && in_place ? 1 : 0;
}

// Returns whether a frame may be one of the hidden windows instead of the one it is joined with.
bool may_be_hidden(const TopLevel& frame, int fit, const ElementScope& scope) {
  return std::any_of(scope.windows.begin(), scope.windows.end(), [&](const Window& window) {
    return scope.is_hidden(window.id) && fitness(frame, window) >= std::max(fit, 1);
  });
}

}  // namespace

bool is_plausible(const Rect& rect) {
  return rect.width > 0 && rect.height > 0 && rect.width <= kFarthest && rect.height <= kFarthest &&
         near(rect.x, 0, kFarthest) && near(rect.y, 0, kFarthest);
}

Rect Correction::apply(const Rect& extents) const {
  Rect bounds = scaled(extents, scale);
  bounds.x += x;
  bounds.y += y;
  return bounds;
}

std::vector<FrameMatch> match_frames(const std::vector<TopLevel>& frames,
                                     const ElementScope& scope) {
  struct Pair {
    int fit;
    std::size_t frame;
    std::size_t window;
  };
  std::vector<Pair> pairs;
  for (std::size_t frame = 0; frame < frames.size(); ++frame)
    for (std::size_t window = 0; window < scope.windows.size(); ++window)
      if (const int fit = fitness(frames[frame], scope.windows[window]); fit > 0)
        pairs.push_back({fit, frame, window});
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::tie(b.fit, a.frame, a.window) < std::tie(a.fit, b.frame, b.window);
  });
  std::vector<FrameMatch> matches(frames.size());
  std::vector<int> fits(frames.size(), 0);
  std::vector<bool> taken(scope.windows.size());
  std::optional<Correction> screen;  // what holds for frames without a window, such as menus
  for (const Pair& pair : pairs) {
    FrameMatch& match = matches[pair.frame];
    if (fits[pair.frame] != 0 || taken[pair.window]) continue;
    const Window& window = scope.windows[pair.window];
    fits[pair.frame] = pair.fit;
    taken[pair.window] = true;
    match.window = window.id;
    if (!frames[pair.frame].extents) continue;
    bool in_place = false;
    match.correction = correction_for(frames[pair.frame], window, &in_place);
    if (match.correction && in_place && !screen) screen = Correction{match.correction->scale, 0, 0};
  }
  const bool wayland = std::any_of(scope.windows.begin(), scope.windows.end(),
                                   [](const Window& window) { return window.wayland; });
  for (std::size_t frame = 0; frame < frames.size(); ++frame) {
    FrameMatch& match = matches[frame];
    match.wayland = wayland;
    if (match.window == 0 && !wayland) match.correction = screen;
    match.hidden = match.window == 0 ? !scope.hidden.empty()
                                     : scope.is_hidden(match.window) ||
                                           may_be_hidden(frames[frame], fits[frame], scope);
  }
  return matches;
}

}  // namespace native::atspi
