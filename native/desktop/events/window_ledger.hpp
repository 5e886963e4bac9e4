#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "native/desktop/events.hpp"

namespace native {

// Remembers the windows as they were last reported. A backend passes in what it sees; the ledger
// appends events for what is new to `out`.
class WindowLedger {
 public:
  bool knows(std::uint64_t id) const { return windows_.count(id) > 0; }
  const Window* find(std::uint64_t id) const;
  std::vector<std::uint64_t> ids() const;
  std::vector<Window> windows() const;

  // Adds a window that was there before, without an event.
  void note(Window window);
  void opened(Window window, std::vector<Event>& out);
  void closed(std::uint64_t id, std::vector<Event>& out);
  // Updates a known window. Reports its title and bounds only when asked to, but always remembers
  // both.
  void seen(Window window, bool titles, bool moves, std::vector<Event>& out);
  // Sets which window has the focus; 0: none.
  void note_focus(std::uint64_t id) { focused_ = id; }
  void focused(std::uint64_t id, std::vector<Event>& out);
  // Adds events for all that differs from a list of all windows, until `out` has `room` of them.
  // Returns whether that was enough for all.
  bool compare(const std::vector<Window>& now, const Wanted& wanted, std::size_t room,
               std::vector<Event>& out);
  // Takes a list of all windows as it is, without events.
  void note_all(const std::vector<Window>& now);

 private:
  std::map<std::uint64_t, Window> windows_;
  std::uint64_t focused_ = 0;
};

}  // namespace native
