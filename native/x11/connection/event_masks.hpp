#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <unordered_map>

namespace native::x11 {

// The events of windows that are selected on one connection. The server knows one mask for each
// window; here an operation and the known answers each have their own.
class EventMasks {
 public:
  explicit EventMasks(xcb_connection_t* connection) : connection_(connection) {}

  // Selects events for an operation; 0 for none. Sends the request without waiting.
  void select(xcb_window_t window, std::uint32_t mask);
  // The same for the known answers.
  void watch(xcb_window_t window, std::uint32_t mask);
  enum class Still { kThere, kGone };
  void unwatch(xcb_window_t window, Still still);
  // Returns whether an event is for an operation: not one that only the known answers selected.
  bool is_for_operation(const xcb_generic_event_t& event) const;

 private:
  struct Masks {
    std::uint32_t operation = 0;
    std::uint32_t watched = 0;
  };
  void send(xcb_window_t window, const Masks& masks);

  xcb_connection_t* const connection_;
  std::unordered_map<xcb_window_t, Masks> masks_;
};

}  // namespace native::x11
