#pragma once

#include <list>
#include <optional>
#include <string_view>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Gives other programs bytes in properties of their windows: at once, or in parts when there are
// many (ICCCM 2.7.2). Holds no copy of the bytes, which must live as long as it does.
class OutgoingTransfers {
 public:
  OutgoingTransfers(Connection& connection, xcb_atom_t increments);

  // Begins a transfer. Returns false when too many are under way.
  bool begin(xcb_window_t window, xcb_atom_t property, xcb_atom_t type, std::string_view bytes);
  // Goes on with what an event is about.
  void take(const xcb_generic_event_t& event);
  // Ends transfers to programs that have not gone on for too long.
  void drop_stalled();
  // Returns when to call that again.
  std::optional<Deadline> due() const;
  bool none() const { return transfers_.empty(); }

 private:
  struct Transfer {
    xcb_window_t window;
    xcb_atom_t property;
    xcb_atom_t type;
    std::string_view rest;
    Deadline due;
  };

  void select(xcb_window_t window, bool wanted);
  void put(xcb_window_t window, xcb_atom_t property, xcb_atom_t type, std::string_view bytes);
  bool go_on(Transfer& transfer);
  std::list<Transfer>::iterator end(std::list<Transfer>::iterator transfer);

  Connection& connection_;
  const xcb_atom_t increments_;
  const std::size_t part_;  // bytes that are given at once
  std::list<Transfer> transfers_;
};

}  // namespace native::x11
