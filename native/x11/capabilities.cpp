#include "native/x11/capabilities.hpp"

#include <string_view>

#include "native/desktop/refusal/capability.hpp"
#include "native/x11/capture/pixel_permission.hpp"
#include "native/x11/connection/errors.hpp"
#include "native/x11/windows/manager.hpp"

namespace native::x11 {
namespace {

Capability displays(const Connection& connection, const std::string& why) {
  const std::string how =
      connection.extensions().randr ? "RandR monitors" : "the whole screen (no RandR 1.5)";
  return {"displays", true, how + "; display " + why, {}};
}

Capability windows(const Connection& connection, const ManagerState& manager) {
  const std::string list =
      manager.lists_clients
          ? "the window manager's list"
          : "the window tree (no EWMH window manager): minimised windows may be missing";
  const std::string owner = connection.extensions().resource
                                ? "; processes by X-Resource"
                                : "; processes as the programs claim (no X-Resource 1.2)";
  return {"windows", true, list + owner, {}};
}

Capability covered(const Connection& connection) {
  const Extensions& extensions = connection.extensions();
  if (extensions.composite && extensions.damage) {
    return {"capture.covered",
            true,
            "off-screen storage (Composite), once the application has repainted",
            {}};
  }
  return {"capture.covered", false, "the display server lacks Composite 0.2 or DAMAGE",
          "Bring the window to the front before capturing (capture_focus: foreground).",
          "extension"};
}

Capability changes(const Connection& connection) {
  const Extensions& extensions = connection.extensions();
  if (extensions.damage && extensions.fixes && !connection.xwayland())
    return {"changes", true, "painted areas, collected by the server (DAMAGE)", {}};
  return {"changes", false, "the display server does not report painting", "Capture again instead.",
          "extension"};
}

bool has_extension(const Connection& connection, std::string_view name) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_query_extension_reply> asked(
      c, xcb_query_extension(c, static_cast<std::uint16_t>(name.size()), name.data()));
  const auto reply = asked.wait();
  return reply && reply->present != 0;
}

Capability input(const Connection& connection) {
  if (connection.xwayland())
    return {"input", false, "X display of a Wayland session has no keyboard and pointer",
            "Log in to an X11 session.", "wayland"};
  if (has_extension(connection, "XTEST") && has_extension(connection, "XKEYBOARD"))
    return {"input", true, "keys and pointer by XTEST", {}};
  return {"input", false, "the display server lacks XTEST or XKB",
          "Use an X server with XTEST and XKB.", "extension"};
}

Capability control(const ManagerState& manager) {
  if (manager.present) return {"windows.control", true, "the window manager", {}};
  return {"windows.control",
          true,
          "the display server (no EWMH window manager): windows can be placed and closed",
          {}};
}

}  // namespace

std::vector<Capability> describe_capabilities(Connection& connection, const std::string& why,
                                              bool forced) {
  const ManagerState manager = read_manager(connection);
  const std::string pixels = connection.shared_strip() != nullptr
                                 ? "shared memory"
                                 : "the socket (no shared memory: slower)";
  const std::string focus =
      manager.knows_active ? "the window manager" : "the input focus (no EWMH window manager)";
  std::vector<Capability> rows = {
      displays(connection, why),
      windows(connection, manager),
      {"applications", true, "windows by process, names from desktop entries", {}},
      {"frontmost", true, focus, {}},
      {"activate", true, focus, {}},
      {"capture.display", true, "the root window by " + pixels, {}},
      {"capture.window", true, "the window by " + pixels, {}},
      covered(connection),
      changes(connection),
      input(connection),
      control(manager),
      {"clipboard", true, "selections of the display server", {}},
  };
  if (denies_pixels(connection)) {
    const Error denial = denied_error(connection);
    for (Capability& row : rows)
      if (row.operation.starts_with("capture.")) row = refused(row.operation, denial);
  }
  if (!connection.xwayland()) return rows;
  const Error refusal = xwayland_error(connection);
  for (Capability& row : rows) {
    if (row.operation.starts_with("capture.") && !forced) {
      row = refused(row.operation, refusal);
    } else {
      row.detail += "; programs of the X display only, this is a Wayland session";
    }
  }
  return rows;
}

}  // namespace native::x11
