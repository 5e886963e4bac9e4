#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <string>

#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/windows/ping.hpp"
#include "native/x11/windows/process_ids.hpp"

namespace native::x11 {

// Tells whether what one window shows was painted by its application. A window that has just come
// out of hiding or been resized shows the server's background, or what covered it, until the
// application has seen to it.
class ClientSync {
 public:
  // Asks what it needs to know; waits for nothing.
  ClientSync(Connection& connection, xcb_window_t window);

  // Waits until the application has handled everything that it was told so far: it answers a ping,
  // or (without pings) all its threads wait for something. False when it is stopped or did not get
  // so far before `until`. "WINDOW_NOT_FOUND" when the window goes away. `area` is the window's, as
  // the server told it last, after this object was made.
  bool caught_up(const Rect& area, Deadline until);
  // Under a ServerGrab, after a question to the server: nothing has come out of hiding and no size
  // has changed since the last caught_up() began.
  bool lasts();
  // What was missing, for a person.
  std::string missing();

 private:
  bool answers(Deadline until);
  bool sleeps(Deadline until);
  void go_round();
  bool stopped();
  std::int64_t pid() { return owners_.of(window_); }  // 0: unknown
  void take(const xcb_generic_event_t& event);
  void take_queued();

  Connection& connection_;
  xcb_window_t window_;
  ProcessIds owners_;
  EventSelection to_root_;
  EventSelection to_window_;
  Ping ping_;
  int width_ = 0;
  int height_ = 0;
  bool changed_ = false;
};

}  // namespace native::x11
