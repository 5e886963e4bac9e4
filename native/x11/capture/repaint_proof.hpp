#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <string>

#include "native/desktop/records.hpp"
#include "native/desktop/region.hpp"
#include "native/x11/capture/background.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/ping.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Watches one redirected window until its application has repainted the exposed pixels.
//
// Evidence from an application that supports pings: it has painted every hidden pixel, answered a
// ping sent after the exposure, and answered another one sent after a quiet time. From one that
// does not: it has painted some hidden pixels, the server's background is under all others, its
// process has been waiting since, and the server has read all that it sent. Neither needs to paint
// pixels that it leaves to the server's background: those for whose exposure no client gets an
// event, and those that it does not paint for a long time after the event (see Background), unless
// some client begins to paint them later.
class RepaintProof {
 public:
  // `hidden`: the areas to be repainted, in the window's coordinates, as damage is. `pid`: the
  // application's process, 0 when unknown.
  RepaintProof(Connection& connection, const Level& level, Region hidden, std::int64_t pid);

  // Counts the damage that has arrived so far as the server's own background. The caller holds a
  // ServerGrab.
  void count_background();
  // For a window that another program redirected long ago: an application that supports pings and
  // answers them has painted it already.
  void trust_earlier_paint();
  // Waits until the evidence is complete. Returns kNo after `until`, and at once when the process
  // is stopped and so cannot repaint; kResized when the window has another size and therefore other
  // storage. "WINDOW_NOT_FOUND" when the window goes away.
  enum class Outcome { kYes, kNo, kResized };
  Outcome wait(Deadline until);
  // Returns the missing evidence, for the error message.
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
  bool has_sent_nothing();
  bool process_stopped() const;

  Connection& connection_;
  xcb_window_t window_;
  Rect area_;
  Region hidden_;
  Region unpainted_;  // hidden pixels that the application has not painted
  Region bare_;       // hidden pixels that neither the application nor the server has painted
  Background background_;
  Region spared_;                // hidden pixels left to the server's background
  bool server_painted_ = false;  // the server's background has been counted
  bool paints_unasked_ = false;  // a client has painted spared pixels
  std::int64_t pid_;
  std::uint64_t sleeps_;  // of the process, before the redirection
  Ping ping_;
  bool resized_ = false;
  bool painted_any_ = false;
  bool first_answer_ = false;
  bool confirmed_ = false;  // a ping sent after a quiet time was answered
  Deadline last_change_;    // last paint of a hidden pixel, or the first answer
  Deadline covered_since_;  // when the last hidden pixel was painted
  Deadline told_since_;     // when the application had received the exposure, as far as known
  Deadline next_look_;      // when to check again which pixels are left to the server
};

}  // namespace native::x11
