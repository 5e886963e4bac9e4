#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/desktop/elements.hpp"

// Joins the top-level elements of a program with the windows that the display server knows, and
// finds out how their coordinates relate. Toolkits differ in what they mean by coordinates of the
// screen: some count in scaled pixels, some from the window, some with the frame.
namespace native::atspi {

// A top-level element of a program.
struct TopLevel {
  std::string name;
  std::optional<Rect> extents;       // in the program's coordinates, plausible ones
  std::optional<Rect> content = {};  // the area of what is in it, where that was read
};

// Converts coordinates of a program to pixels of the desktop.
struct Correction {
  int scale = 1;
  int x = 0;  // added after scaling
  int y = 0;

  Rect apply(const Rect& extents) const;
};

struct FrameMatch {
  std::uint64_t window = 0;  // 0: none that is known
  std::optional<Correction> correction;
  bool hidden = false;   // it is a window that must not be seen, or may be one
  bool wayland = false;  // of a program that is told no places on the screen
};

// Returns whether extents may be true. Programs give extreme numbers for what is not on the screen.
bool is_plausible(const Rect& extents);

// Returns a match for each frame. A window is joined with one frame at most.
std::vector<FrameMatch> match_frames(const std::vector<TopLevel>& frames,
                                     const ElementScope& scope);

}  // namespace native::atspi
