#include "native/wayland/lacking.hpp"

namespace native::wayland {
namespace {

constexpr const char* kOtherDesktop =
    "Use an X11 session, or run with --virtual 1280x800 for a private X display.";

}  // namespace

Error lacking(const std::string& what, const std::string& reason, const std::string& remedy) {
  return Error("UNSUPPORTED", "this Wayland compositor offers no " + what, remedy,
               {{"reason", reason}});
}

Error no_windows() {
  return Error("UNSUPPORTED", "compositor does not tell which windows there are",
               "Capture screens instead, use a compositor that offers ext-foreign-toplevel-list "
               "(sway, labwc, Hyprland), or an X11 session.",
               {{"reason", "no protocol"}});
}

Error no_input() {
  return Error("UNSUPPORTED", "compositor offers no virtual pointer and keyboard", kOtherDesktop,
               {{"reason", "no protocol"}});
}

Error unknown_focus() {
  return Error("UNSUPPORTED", "compositor does not tell which window has the focus",
               "Name an application or a window; for keys and pointer use sway, KDE or GNOME.",
               {{"reason", "focus unknown"}});
}

Error no_control() {
  return lacking("way to change windows", "no protocol", "Do it by hand, or use sway.");
}

Error no_places() {
  return Error("UNSUPPORTED", "compositor tells no places of windows, and changes none",
               "Do it by hand, or use sway, Hyprland, KDE or GNOME.",
               {{"reason", "places unknown"}});
}

Error no_clipboard() {
  return Error("UNSUPPORTED", "compositor offers neither ext-data-control nor wlr-data-control",
               "Use a compositor that does (sway, labwc, Hyprland, KDE), one with Xwayland "
               "(GNOME), or an X11 session.",
               {{"reason", "no protocol"}});
}

Error no_copies() {
  return Error("UNSUPPORTED", "compositor does not tell when something is copied",
               "Read the clipboard when it is needed, or use a compositor that offers "
               "ext-data-control (sway, labwc, Hyprland, KDE).",
               {{"reason", "no protocol"}});
}

Error no_changes() {
  return Error(
      "UNSUPPORTED", "compositor does not report what is painted",
      "Capture again instead, or use a compositor that offers wlr-screencopy 3 (sway, labwc).",
      {{"reason", "no protocol"}});
}

Error unknown_titles() {
  return Error("POLICY_DENIED",
               "screen may show a window that the policy excludes by its title, and this "
               "compositor tells no titles",
               "Change the rules that name titles; `peekaboo policy` shows them.",
               {{"reason", "windows unknown"}});
}

Error no_person_watch() {
  return lacking("view of what a person does with keyboard and pointer", "no protocol",
                 kOtherDesktop);
}

}  // namespace native::wayland
