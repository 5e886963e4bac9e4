#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <string>

#include "native/desktop/records.hpp"
#include "native/x11/capture/background.hpp"
#include "native/x11/capture/region.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/ping.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Watches one redirected window until its application has repainted what came out of hiding.
//
// Evidence from a program that takes pings: it has itself painted every hidden pixel, answered a
// ping sent after the exposure, and another one sent after a quiet time. From one that does not: it
// has painted some, the server's background is under all others, and its process has been waiting
// quietly since. Either need not paint what it leaves to the server's background: pixels of which
// no client learns that they came out of hiding, and those that it leaves alone for long although
// it has been told (see Background), unless somebody begins to paint them after all.
class RepaintProof {
 public:
  // `level` is the window's; `hidden` is relative to it, as damage is. `pid` 0: unknown.
  RepaintProof(Connection& connection, const Level& level, Region hidden, std::int64_t pid);

  // Takes the damage that has arrived so far for the server's own background. The caller holds a
  // ServerGrab.
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
  void spare(Region region);
  void demand_spared();
  void look_again(Deadline now);
  bool has_left_it(Deadline now);
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
  Background background_;
  Region spared_;                // hidden pixels that are left to the server's background
  bool server_painted_ = false;  // the background has been counted
  bool paints_unasked_ = false;  // somebody painted spared pixels
  std::int64_t pid_;
  std::uint64_t sleeps_;  // of the process, before the redirection
  Ping ping_;
  bool resized_ = false;
  bool painted_any_ = false;
  bool first_answer_ = false;
  bool confirmed_ = false;  // a ping sent after a quiet time was answered
  Deadline last_change_;    // last paint of a hidden pixel, or the first answer
  Deadline covered_since_;  // when the last hidden pixel was painted
  Deadline told_since_;     // when the application had learnt of the exposure, as far as is known
  Deadline next_look_;      // when to ask again what is left to the server
};

}  // namespace native::x11
