#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"

namespace native::sway {

// A window in sway's tree.
struct TreeWindow {
  Window window;           // its id is the container's
  std::string identifier;  // of its toplevel in Wayland's list; "" before sway 1.10
  std::uint64_t xid = 0;   // of a window of Xwayland; else 0
  bool floating = false;
  bool fullscreen = false;
};

// Reads an answer to Request::kTree: the front-most windows first. Empty when it is none. Bounds
// are desktop units.
std::vector<TreeWindow> read_tree(const std::string& json);

}  // namespace native::sway
