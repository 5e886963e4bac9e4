#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <optional>

#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/property.hpp"

namespace native::x11 {

// Asks a window's application whether it responds (EWMH, _NET_WM_PING). An application handles its
// events in order, so an answer proves that it has handled all events sent before the ping.
class Ping {
 public:
  // Selects the answers, which applications send to the root: with SubstructureNotify according to
  // EWMH, but Qt uses StructureNotify.
  static constexpr std::uint32_t kAnswers =
      XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY;

  // Requests the protocols that the window supports, without waiting for the reply.
  Ping(Connection& connection, xcb_window_t window);

  // Returns whether the application supports pings.
  bool taken();
  void send();
  bool on_its_way() const { return token_ != 0; }
  // Returns whether this event is the answer to the last ping. The caller must select kAnswers of
  // the root.
  bool answered_by(const xcb_generic_event_t& event);

 private:
  Connection& connection_;
  xcb_window_t window_;
  AskProperty protocols_;
  std::optional<bool> taken_;
  std::uint32_t token_ = 0;
};

}  // namespace native::x11
