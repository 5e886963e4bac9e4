#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"

namespace native::hyprland {

// A window of Hyprland. Its id is made of `identifier`, so that it is the same for everybody.
struct Client {
  Window window;
  std::string identifier;  // of its toplevel in Wayland's list
  std::string address;     // by which commands name it: "0x" and digits, else ""
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

// Reads the answer to "j/getoption animations:enabled". What is no such answer counts as yes.
bool has_animations(const std::string& answer);

}  // namespace native::hyprland
