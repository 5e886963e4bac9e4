#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// A window inside another one.
struct InnerWindow {
  xcb_window_t window;
  xcb_window_t parent;
};

// Finds all windows inside others, in as many round trips as they are nested; in none when what
// they hold is known.
class InnerWindows {
 public:
  // Nested deeper than this they are not followed.
  static constexpr int kMaxDepth = 24;

  explicit InnerWindows(Connection& connection) : connection_(connection) {}

  // Sends the question what a window holds, unless it was sent before, without waiting.
  void ask(xcb_window_t window);
  // Returns the windows inside those of `outer`, outer ones first; those among `outer` only as far
  // as they are inside each other. Sets `complete` to false when there are more than `most`, or
  // deeper ones. A window may be among `outer` of one call only.
  std::vector<InnerWindow> find(const std::vector<xcb_window_t>& outer, std::size_t most,
                                bool& complete);
  // Returns in which windows those of `outer` are.
  const std::set<xcb_window_t>& parents() const { return parents_; }

 private:
  Connection& connection_;
  std::map<xcb_window_t, KnownTree> asked_;
  std::set<xcb_window_t> parents_;
};

}  // namespace native::x11
