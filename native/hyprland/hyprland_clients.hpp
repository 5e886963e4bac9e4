#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"

namespace native::hyprland {

// A window of Hyprland. Its id is made of `identifier`, so that it is the same for everybody.
struct Client {
  Window window;
  std::string identifier;  // of its toplevel in Wayland's list
  bool floating = false;
  bool filling = false;
};

// What is asked for by one request each, as `hyprctl -j` prints it.
struct Answers {
  std::string clients;
  std::string monitors;  // tells which workspaces show
  std::string active;
};

// Reads windows: the front-most first. What is no such answer is left out. Bounds are desktop
// units. Windows of X programs have no xid: Hyprland does not tell it.
std::vector<Client> read_clients(const Answers& answers);

}  // namespace native::hyprland
