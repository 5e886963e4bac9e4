#include "native/wayland/capabilities.hpp"

#include "native/desktop/refusal/capability.hpp"
#include "native/wayland/clipboard/data_device.hpp"
#include "native/wayland/input/virtual_devices.hpp"
#include "native/wayland/lacking.hpp"
#include "native/wayland/screen_damage.hpp"

namespace native::wayland {
namespace {

constexpr const char* kInputConsent =
    "the desktop's dialog, which `peekaboo permissions grant input` opens; once, for every program "
    "of this user, until it is revoked or, where the desktop remembers nothing, until 15 minutes "
    "without acts";
constexpr const char* kNoPerson =
    "; a person who uses the real ones is not noticed, and no keys stop an act: `peekaboo stop` "
    "does";

// Returns what can be done with the devices, by what is known of the windows.
std::string reach_of(const WindowSource* windows) {
  if (windows == nullptr || !windows->knows_focus())
    return "; pointer at places of screens alone, no keys: nothing tells which window has the "
           "focus";
  return windows->knows_places() ? "" : "; pointer only where no window is named";
}

Capability input(const DesktopParts& parts, Deadline deadline) {
  const std::string reach = reach_of(parts.windows);
  if (offers_virtual_devices(parts.connection))
    return {"input", true, "virtual pointer and keyboard" + reach + kNoPerson, {}};
  try {
    parts.input.check(deadline);
  } catch (const Error& error) {
    Capability row = refused("input", error);
    if (error.code != "PERMISSION_ERROR_ACCESSIBILITY") return row;
    row.detail = std::string(portal::InputPortal::kName) + ": " + row.detail;
    row.consent = kInputConsent;
    return row;
  }
  return {"input", true, portal::InputPortal::kName + reach + kNoPerson, {}, {}, kInputConsent};
}

Capability control(const WindowSource* windows) {
  if (windows == nullptr || !windows->knows_focus())
    return refused("windows.control", no_control());
  const std::string manager = windows->manager();
  std::string how = "focus, states and closing; no places and workspaces";
  if (windows->knows_places())
    how = manager == "sway" ? "sway's commands; windows that float" : windows->description();
  return {"windows.control", true, how, {}};
}

Capability clipboard(const Connection& connection, bool shares_with_x) {
  const std::string protocol = data_control_of(connection);
  if (shares_with_x)
    return {"clipboard", true, "that of the X display, with which the compositor shares it", {}};
  if (protocol.empty()) return refused("clipboard", no_clipboard());
  const char* selections =
      controls_primary(connection) ? "clipboard and primary selection" : "clipboard alone";
  return {"clipboard", true, protocol + ": " + selections, {}};
}

Capability applications(const DesktopParts& parts) {
  if (parts.windows == nullptr) return refused("applications", parts.silent);
  const char* how =
      parts.windows->knows_processes()
          ? "windows by process, names from desktop entries"
          : "windows by name: nothing tells processes, so that no window has elements";
  return {"applications", true, how, {}};
}

// Replaces what is said of pictures of windows where the source of the windows takes them, or would
// if the desktop told windows.
void note_rendering(const DesktopParts& parts, std::vector<Capability>& rows) {
  const std::string how = parts.windows != nullptr ? parts.windows->rendering() : "";
  const bool is_untold =
      parts.windows == nullptr && parts.silent.fact("reason") == "needs extension";
  if (how.empty() && !is_untold) return;
  for (Capability& each : rows) {
    if (each.operation != "capture.window" && each.operation != "capture.covered") continue;
    each = is_untold ? refused(each.operation, parts.silent)
                     : Capability{each.operation, true, how, {}, {}, parts.windows->consent()};
  }
}

}  // namespace

std::vector<Capability> describe_capabilities(const DesktopParts& parts, Deadline deadline) {
  const Connection& connection = parts.connection;
  const WindowSource* const windows = parts.windows;
  const Error unfocused(
      "UNSUPPORTED", "compositor does not tell which window has the focus",
      windows != nullptr ? "Name an application or a window, or use sway." : parts.silent.hint,
      {{"reason", "focus unknown"}});
  const bool focus = windows != nullptr && windows->knows_focus();
  std::vector<Capability> rows = {
      {"displays", true, "Wayland outputs; compositor " + parts.why, {}},
      windows ? Capability{"windows", true, windows->description(), {}, {}, windows->consent()}
              : refused("windows", parts.silent),
      applications(parts),
      focus ? Capability{"frontmost", true, windows->description(), {}}
            : refused("frontmost", unfocused),
      focus ? Capability{"activate", true, windows->description(), {}}
            : refused("activate", unfocused),
  };
  std::vector<Capability> pixels = parts.screens.pixels(deadline);
  note_rendering(parts, pixels);
  rows.insert(rows.end(), pixels.begin(), pixels.end());
  const std::vector<Capability> others = {
      offers_screen_damage(connection)
          ? Capability{"changes", true, "painted areas, as wlr-screencopy tells them", {}}
          : refused("changes", no_changes()),
      input(parts, deadline),
      control(windows),
      clipboard(connection, parts.shares_with_x),
  };
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace native::wayland
