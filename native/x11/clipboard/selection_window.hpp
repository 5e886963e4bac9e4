#pragma once

#include <functional>

#include "native/desktop/clipboard.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Returns the atom of a selection. ATOM names of the core protocol: PRIMARY; CLIPBOARD is given.
inline xcb_atom_t selection_atom(Selection selection, xcb_atom_t clipboard) {
  return selection == Selection::kPrimary ? static_cast<xcb_atom_t>(XCB_ATOM_PRIMARY) : clipboard;
}

// A window that nobody sees, in whose name selections are asked for or owned. Reports changes of
// its properties.
class SelectionWindow {
 public:
  explicit SelectionWindow(Connection& connection);
  ~SelectionWindow();
  SelectionWindow(const SelectionWindow&) = delete;
  SelectionWindow& operator=(const SelectionWindow&) = delete;

  xcb_window_t id() const { return id_; }
  // Returns the server's time, which requests about selections need (ICCCM 2.1); throws `late` when
  // it does not come. Passes other events that come meanwhile to `other`.
  using Other = std::function<void(const xcb_generic_event_t&)>;
  xcb_timestamp_t server_time(xcb_atom_t property, Deadline deadline, const Other& other);

 private:
  Connection& connection_;
  xcb_window_t id_;
};

// Returns the owner of a selection, XCB_WINDOW_NONE when there is none.
xcb_window_t owner_of(Connection& connection, xcb_atom_t selection);

}  // namespace native::x11
