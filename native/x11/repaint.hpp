#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <string>

#include "native/desktop/records.hpp"
#include "native/x11/connection.hpp"
#include "native/x11/ping.hpp"
#include "native/x11/region.hpp"

namespace native::x11 {

// Watches one redirected window until its application has repainted what came out of hiding.
//
// Evidence from a program that takes pings: it has itself painted every hidden pixel, answered a
// ping sent after the exposure, and another one sent after a quiet time. From one that does not: it
// has painted some, the server's background is under all others, and its process has been waiting
// quietly since.
class Repaint {
 public:
  // `hidden` is relative to the window, as damage is; `area` is the window's. `pid` 0: unknown.
  Repaint(Connection& connection, xcb_window_t window, const Rect& area, Region hidden,
          std::int64_t pid);

  // Takes the damage that has arrived so far for the server's own background.
  void count_background();
  // The window has been redirected by another program for long: an application that takes pings has
  // painted it already if it answers them.
  void trust_earlier_paint();
  // Whether the evidence is complete: kNo after `until`, and at once when it cannot become so
  // because the process is stopped; kResized when the window has another size, and with it other
  // storage. "WINDOW_NOT_FOUND" when the window goes away.
  enum class Outcome { kYes, kNo, kResized };
  Outcome wait(Deadline until);
  // What was missing, for a person.
  std::string missing();

 private:
  void take(const xcb_generic_event_t& event);
  void painted(const Rect& area);
  void answered();
  bool settled(Deadline now);
  bool animated(Deadline now);
  Deadline quiet_end();
  bool process_waits() const;
  bool process_stopped() const;

  Connection& connection_;
  xcb_window_t window_;
  Rect area_;
  Region hidden_;
  Region unpainted_;  // hidden pixels that the application has not touched
  Region bare_;       // hidden pixels that not even the server has touched
  std::int64_t pid_;
  Ping ping_;
  bool resized_ = false;
  bool painted_any_ = false;
  bool first_answer_ = false;
  bool confirmed_ = false;  // a ping sent after a quiet time was answered
  Deadline last_change_;    // last paint of a hidden pixel, or the first answer
  Deadline covered_since_;  // when the last hidden pixel was painted
};

}  // namespace native::x11
