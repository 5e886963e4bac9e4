#pragma once

#include <xcb/xcb.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/windows/ping.hpp"
#include "native/x11/windows/process_ids.hpp"

namespace native::x11 {

// Finds out whether the visible pixels of a window were painted by its application. A window that
// has just been exposed or resized shows the server's background, or the windows that covered it,
// until the application has repainted.
class ClientSync {
 public:
  // A process that uses this much processor time without waiting is painting continuously: an
  // animation. Elapsed time would say nothing, because it passes on a busy machine without the
  // process running.
  static constexpr std::chrono::milliseconds kAnimation{60};

  // Sends the requests without waiting for replies. `busy`: processor time after which a process
  // that supports no pings counts as caught up. `check` is called every few milliseconds of a wait,
  // which what it throws ends.
  ClientSync(Connection& connection, xcb_window_t window,
             std::chrono::milliseconds busy = kAnimation, std::function<void()> check = {});

  // Returns whether the application says that it answers pings.
  bool takes_pings() { return ping_.taken(); }
  // Waits until the application has processed all events sent so far: it answers a ping or, if it
  // does not support pings, all its threads wait. Returns false when it is stopped, or has not done
  // so before `until`. "WINDOW_NOT_FOUND" when the window goes away. `area` is the window's area as
  // the server last reported it, after this object was made.
  bool caught_up(const Rect& area, Deadline until);
  // Returns whether the window was neither exposed nor resized since the last caught_up() began.
  // Call under a ServerGrab, after a round trip to the server.
  bool lasts();
  // Returns the reason for a failed caught_up(), for the error message.
  std::string missing();

 private:
  bool answers(Deadline until);
  bool sleeps(Deadline until);
  bool stopped();
  std::int64_t pid() { return owners_.of(window_); }  // 0: unknown
  void take(const xcb_generic_event_t& event);
  void take_queued();

  Connection& connection_;
  xcb_window_t window_;
  std::chrono::milliseconds busy_;
  std::function<void()> check_;
  ProcessIds owners_;
  EventSelection to_root_;
  EventSelection to_window_;
  Ping ping_;
  int width_ = 0;
  int height_ = 0;
  bool changed_ = false;
};

}  // namespace native::x11
