#include "native/hyprland/command.hpp"

namespace native::hyprland {
namespace {

std::string selector(const std::string& address) { return "address:" + address; }

// Returns the call of a function of hl.dsp; `arguments`: those beside the window.
std::string call(const std::string& function, const std::string& arguments,
                 const std::string& address) {
  return "hl.dsp." + function + "({ " + arguments + (arguments.empty() ? "" : ", ") +
         "window = \"" + selector(address) + "\" })";
}

std::string pair(int first, int second) {
  return std::to_string(first) + " " + std::to_string(second);
}

std::string fields(int x, int y) {
  return "x = " + std::to_string(x) + ", y = " + std::to_string(y);
}

}  // namespace

Command focus(const std::string& address) {
  return {call("focus", "", address), "focuswindow " + selector(address)};
}

Command close(const std::string& address) {
  return {call("window.close", "", address), "closewindow " + selector(address)};
}

Command resize(const std::string& address, int width, int height) {
  return {call("window.resize", fields(width, height), address),
          "resizewindowpixel exact " + pair(width, height) + "," + selector(address)};
}

Command move(const std::string& address, int x, int y) {
  return {call("window.move", fields(x, y), address),
          "movewindowpixel exact " + pair(x, y) + "," + selector(address)};
}

Command fill(const std::string& address, bool fills) {
  const std::string state = fills ? "1" : "0";
  return {call("window.fullscreen_state", "internal = " + state + ", client = -1", address),
          "fullscreenstate " + state + " -1"};
}

Command to_workspace(const std::string& address, const std::string& workspace, bool follows) {
  const std::string name = follows ? "movetoworkspace " : "movetoworkspacesilent ";
  const std::string target =
      "workspace = \"" + workspace + "\", follow = " + (follows ? "true" : "false");
  return {call("window.move", target, address), name + workspace + "," + selector(address)};
}

}  // namespace native::hyprland
