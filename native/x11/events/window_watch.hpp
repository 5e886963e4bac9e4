#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "native/desktop/events/window_ledger.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/manager.hpp"

namespace native::x11 {

// Watches windows open, close, get the focus, move and change their titles. X events only mark what
// has to be checked; collect() checks and compares, so that many events cost as much as one. Bound
// to one connection; the ledger outlives it. Without a window manager that lists its windows, it
// uses the root's children and the server's focus.
class WindowWatch {
 public:
  WindowWatch(Connection& connection, WindowLedger& ledger)
      : connection_(connection), ledger_(ledger) {}

  // Selects the wanted events. With `quietly`, windows not known yet count as reported; changes of
  // known ones are reported as far as they were wanted before.
  void want(const Wanted& wanted, bool quietly, std::vector<Event>& out);
  // Notes what an event may have changed, for the next collect().
  void take(const xcb_generic_event_t& event);
  // Returns whether collect() has something to check.
  bool marked() const { return list_ || focus_ || !changed_.empty(); }
  // Appends at most `room` events; what did not fit stays marked.
  void collect(std::size_t room, std::vector<Event>& out);

 private:
  bool needed() const {
    return wanted_.windows || wanted_.focus || wanted_.titles || wanted_.moves;
  }
  void select_root();
  std::uint32_t window_mask() const;
  void select(xcb_window_t window);
  std::vector<Window> describe(const std::vector<xcb_window_t>& windows);
  void read();
  void look_at_all(bool quietly, const Wanted& before, std::vector<Event>& out);
  void look_at_list(std::size_t limit, std::vector<Event>& out);
  void look_at_changed(std::size_t limit, std::vector<Event>& out);
  void look_at_focus(std::size_t limit, std::vector<Event>& out);
  bool exists(xcb_window_t window);

  Connection& connection_;
  WindowLedger& ledger_;
  Wanted wanted_;
  ManagerState manager_;
  bool flipped_ = false;  // a window manager started or ended: its list of windows may still change
  std::set<xcb_window_t> listed_;        // at the last check
  std::set<xcb_window_t> without_face_;  // listed, but cannot be described
  bool list_ = false;
  bool focus_ = false;
  std::set<xcb_window_t> changed_;
};

}  // namespace native::x11
