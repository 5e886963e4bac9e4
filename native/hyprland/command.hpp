#pragma once

#include <string>

// Commands for one window ("dispatchers" in Hyprland's wiki), named by its address.
namespace native::hyprland {

// What Hyprland takes depends on its settings: those in Lua (0.55 and later) take `lua` alone,
// those in its older language `words`.
struct Command {
  std::string lua;
  std::string words;
};

Command focus(const std::string& address);
Command close(const std::string& address);
// Of a window that floats, in desktop units. Changing its size moves it.
Command resize(const std::string& address, int width, int height);
Command move(const std::string& address, int x, int y);
// `fills`: it fills its workspace, but for bars. In the older language this is for the window that
// has the focus.
Command fill(const std::string& address, bool fills);
// `workspace`: by Hyprland's own words for one, such as "3" or "special:name". `follows`: the
// workspace shows then.
Command to_workspace(const std::string& address, const std::string& workspace, bool follows);

}  // namespace native::hyprland
