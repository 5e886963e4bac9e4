#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "native/desktop/events.hpp"

namespace native {

// What was told about the windows so far. Backends show it what they see; it adds events for what
// is new to `out`.
class WindowLedger {
 public:
  bool knows(std::uint64_t id) const { return windows_.count(id) > 0; }
  const Window* find(std::uint64_t id) const;
  std::vector<std::uint64_t> ids() const;
  std::vector<Window> windows() const;

  // A window that is there already; tells nothing.
  void note(Window window);
  void opened(Window window, std::vector<Event>& out);
  void closed(std::uint64_t id, std::vector<Event>& out);
  // A known window as it is now. Tells of title and place when asked to, and takes note of both.
  void seen(Window window, bool titles, bool moves, std::vector<Event>& out);
  // Which one has the focus; 0: none.
  void note_focus(std::uint64_t id) { focused_ = id; }
  void focused(std::uint64_t id, std::vector<Event>& out);

 private:
  std::map<std::uint64_t, Window> windows_;
  std::uint64_t focused_ = 0;
};

}  // namespace native
