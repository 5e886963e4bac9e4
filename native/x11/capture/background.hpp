#pragma once

#include <vector>

#include "native/desktop/region.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Finds the pixels of a redirected window that its application leaves to the server, which paints a
// window's background when it redirects the window. Regions are relative to the window. The caller
// holds a ServerGrab during calls.
class Background {
 public:
  Background(Connection& connection, const Level& level);

  // Records that something painted there since the redirection.
  void painted(const Rect& area) { untouched_.subtract(area); }
  // Returns the pixels of inner windows for whose exposure no client gets an event, and all
  // borders. Omits pixels that it cannot judge, such as those of shaped inner windows.
  Region never_asked();
  // Returns the pixels of inner windows in which nothing was painted while another inner window was
  // painted completely: an application that handles its events has finished then.
  Region left_alone();
  // Returns all pixels when none was painted and those of `hidden` show a picture instead of one
  // colour: a background image. The unpainted pixels of a slow application look the same only when
  // its background is patterned.
  Region picture(const Region& hidden);

 private:
  // A window and those of its pixels that none of its inner windows covers.
  struct Inner {
    xcb_window_t window;
    int x;  // of its inside, without the border
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
