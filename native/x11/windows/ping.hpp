#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <optional>

#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/property.hpp"

namespace native::x11 {

// Asks one window's application for a sign of life (EWMH, _NET_WM_PING). An application handles
// its events in order: an answer proves that everything sent to it before the ping has been seen.
class Ping {
 public:
  // Selects the answers, which applications send to the root: SubstructureNotify is what EWMH asks
  // for, and Qt sends its own under StructureNotify instead.
  static constexpr std::uint32_t kAnswers =
      XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY;

  // Asks what the application takes; waits for nothing.
  Ping(Connection& connection, xcb_window_t window);

  // Whether the application says that it answers pings at all.
  bool taken();
  void send();
  bool on_its_way() const { return token_ != 0; }
  // Whether this event is the answer to the last ping; a listener to kAnswers of the root gets it.
  bool answered_by(const xcb_generic_event_t& event);

 private:
  Connection& connection_;
  xcb_window_t window_;
  AskProperty protocols_;
  std::optional<bool> taken_;
  std::uint32_t token_ = 0;
};

}  // namespace native::x11
