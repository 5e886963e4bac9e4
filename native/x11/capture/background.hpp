#pragma once

#include <vector>

#include "native/x11/capture/region.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Tells which pixels of a redirected window its application leaves to the server, which painted
// their background when it redirected the window. Regions are relative to the window. The questions
// are asked under the caller's ServerGrab.
class Background {
 public:
  Background(Connection& connection, const Level& level);

  // Somebody has painted there since the redirection.
  void painted(const Rect& area) { untouched_.subtract(area); }
  // Returns the pixels of inner windows of which no client learns that they come out of hiding, and
  // all borders. Leaves out what it cannot tell, such as shaped inner windows.
  Region never_asked();
  // Returns the pixels of inner windows in which nothing was painted while another one was painted
  // as a whole: an application that handles its events has ended then.
  Region left_alone();
  // Returns all pixels when none was painted and those of `hidden` show a picture, not a colour: an
  // image in the background. The hidden pixels of an application that is slow look likewise only
  // when its background is patterned.
  Region picture(const Region& hidden);

 private:
  // One window with its pixels that no window inside of it covers.
  struct Inner {
    xcb_window_t window;
    int x;  // of its inside
    int y;
    Region pixels;
    bool asked;  // a client selects Exposure
  };
  struct Questions;

  bool look();
  bool look_into(std::size_t place);
  void take_child(Inner& parent, xcb_window_t window, Questions& questions);
  bool touched(const Region& pixels) const;
  bool one_colour(const Region& region);

  Connection& connection_;
  const Level level_;
  const Rect area_;
  Region untouched_;
  std::vector<Inner> inner_;  // outermost first
};

}  // namespace native::x11
