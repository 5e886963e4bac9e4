#include "native/wayland/capabilities.hpp"

#include "native/desktop/refusal/capability.hpp"
#include "native/wayland/clipboard/data_device.hpp"
#include "native/wayland/input/virtual_devices.hpp"
#include "native/wayland/lacking.hpp"
#include "native/wayland/screen_damage.hpp"

namespace native::wayland {
namespace {

Capability input(const Connection& connection, const WindowSource* windows) {
  if (!offers_virtual_devices(connection)) return refused("input", no_input());
  if (windows == nullptr || !windows->knows_focus()) return refused("input", unknown_focus());
  const std::string devices = windows->knows_places()
                                  ? "virtual pointer and keyboard"
                                  : "virtual keyboard; pointer only where no window is named";
  return {"input",
          true,
          devices +
              "; a person who uses the real ones is not noticed, and no "
              "keys stop an act: `peekaboo stop` does",
          {}};
}

Capability control(const WindowSource* windows) {
  if (windows == nullptr || !windows->knows_focus())
    return refused("windows.control", no_control());
  const std::string manager = windows->manager();
  std::string how = "focus, states and closing; no places and workspaces";
  if (windows->knows_places())
    how = manager == "sway" ? "sway's commands; windows that float" : manager + "'s scripts";
  return {"windows.control", true, how, {}};
}

Capability clipboard(const Connection& connection) {
  const std::string protocol = data_control_of(connection);
  if (protocol.empty()) return refused("clipboard", no_clipboard());
  const char* selections =
      controls_primary(connection) ? "clipboard and primary selection" : "clipboard alone";
  return {"clipboard", true, protocol + ": " + selections, {}};
}

}  // namespace

std::vector<Capability> describe_capabilities(const Connection& connection,
                                              const WindowSource* windows, ScreenPictures& screens,
                                              const std::string& why, Deadline deadline) {
  const Error silent("UNSUPPORTED", "compositor does not tell which windows there are",
                     "Use a compositor that offers ext-foreign-toplevel-list (sway, labwc, "
                     "Hyprland), or an X11 session.",
                     {{"reason", "no protocol"}});
  const Error unfocused("UNSUPPORTED", "compositor does not tell which window has the focus",
                        "Name an application or a window, or use sway.",
                        {{"reason", "focus unknown"}});
  const bool focus = windows != nullptr && windows->knows_focus();
  std::vector<Capability> rows = {
      {"displays", true, "Wayland outputs; compositor " + why, {}},
      windows ? Capability{"windows", true, windows->description(), {}}
              : refused("windows", silent),
      windows
          ? Capability{"applications", true, "windows by process, names from desktop entries", {}}
          : refused("applications", silent),
      focus ? Capability{"frontmost", true, windows->description(), {}}
            : refused("frontmost", unfocused),
      focus ? Capability{"activate", true, windows->description(), {}}
            : refused("activate", unfocused),
  };
  const std::vector<Capability> pixels = screens.pixels(deadline);
  rows.insert(rows.end(), pixels.begin(), pixels.end());
  const std::vector<Capability> others = {
      offers_screen_damage(connection)
          ? Capability{"changes", true, "painted areas, as wlr-screencopy tells them", {}}
          : refused("changes", no_changes()),
      input(connection, windows),
      control(windows),
      clipboard(connection),
  };
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace native::wayland
