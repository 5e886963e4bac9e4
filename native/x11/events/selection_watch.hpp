#pragma once

#include <vector>

#include "native/desktop/events.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Reports that selections have another content, by XFIXES.
class SelectionWatch {
 public:
  explicit SelectionWatch(Connection& connection) : connection_(connection) {}

  // Throws "UNSUPPORTED" when the server has no XFIXES and any is wanted.
  void want(const std::vector<Selection>& wanted);
  void take(const xcb_generic_event_t& event);
  bool marked() const { return !changed_.empty(); }
  void collect(std::size_t room, std::vector<Event>& out);

 private:
  xcb_atom_t atom_of(Selection selection);

  Connection& connection_;
  std::vector<Selection> wanted_;
  std::vector<Selection> changed_;  // each once
  xcb_atom_t clipboard_ = XCB_ATOM_NONE;
};

}  // namespace native::x11
