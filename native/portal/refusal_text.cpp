#include "native/portal/refusal_text.hpp"

#include <string_view>

namespace native::portal {
namespace {

struct RefusalText {
  std::string_view reason;
  const char* code;
  const char* message;
  const char* hint;
};

constexpr const char* kPermission = "PERMISSION_ERROR_SCREEN_RECORDING";
constexpr const char* kGrant =
    "Run `peekaboo permissions grant screens` in a terminal: the desktop then asks which screens "
    "to share.";
constexpr const char* kBackend =
    "Install xdg-desktop-portal and its backend for this desktop (xdg-desktop-portal-gnome, "
    "xdg-desktop-portal-kde), then log in again.";
constexpr const char* kAgain = "Try again; if it stays so, capture in an X11 session.";

constexpr RefusalText kTexts[] = {
    {"needs consent", kPermission, "nobody has allowed pictures of this desktop's screens yet",
     kGrant},
    {"consent revoked", kPermission, "desktop no longer honours the permission for its screens",
     kGrant},
    {"not shared", kPermission, "this screen is none of those that were shared",
     "Run `peekaboo permissions grant screens` in a terminal, and choose every screen."},
    {"denied", kPermission, "screens were not shared: the desktop's dialog was cancelled",
     "Run `peekaboo permissions grant screens` again, choose the screens and press Share."},
    {"unanswered", kPermission, "screens were not shared: nobody answered the desktop's dialog",
     "Run `peekaboo permissions grant screens` again when somebody is at the screen."},
    {"cancelled", kPermission, "screens were not shared: the request was cancelled", kGrant},
    {"asked already", kPermission, "the desktop is asking for screens already",
     "Answer the dialog that is open."},
    {"not remembered", kPermission, "screens were shared for this once only",
     "Run `peekaboo permissions grant screens` again, and have the dialog remember the selection."},
    {"refused", kPermission, "desktop portal refused to share screens",
     "Run `peekaboo permissions grant screens` in a terminal that has the focus, with the session "
     "unlocked."},
    {"no helper", "UNSUPPORTED", "helper peekaboo-portal is missing",
     "Install Peekaboo again; peekaboo-portal belongs beside peekaboo."},
    {"no portal", "UNSUPPORTED", "no desktop portal can be reached on the session bus", kBackend},
    {"no screen cast", "UNSUPPORTED", "desktop portal offers no screens of this desktop", kBackend},
    {"portal too old", "UNSUPPORTED", "desktop portal cannot remember a permission for screens",
     "Install xdg-desktop-portal 1.14 or newer, or use an X11 session."},
    {"no bus", "UNSUPPORTED", "session bus cannot be reached",
     "Start Peekaboo inside the session, or set DBUS_SESSION_BUS_ADDRESS."},
    {"no pipewire", "UNSUPPORTED", "PipeWire, which carries pictures of screens, does not run",
     "Install pipewire and wireplumber, then log in again."},
    {"portal crashed", "CAPTURE_FAILED", "desktop portal ended while it was asked",
     "Try again: it is started anew."},
    {"session closed", "CAPTURE_FAILED", "sharing of screens was stopped during the capture",
     "Try again."},
    {"stream failed", "CAPTURE_FAILED", "stream of the screen ended during the capture", kAgain},
    {"wrong size", "CAPTURE_FAILED", "desktop portal gives a picture that is not the screen's size",
     kAgain},
    {"bad picture", "CAPTURE_FAILED", "desktop portal gives a picture that cannot be read", kAgain},
    {"no memory", "CAPTURE_FAILED", "no memory for a picture of the screen", "Close programs."},
    {"no answer", "TIMEOUT", "desktop portal does not answer",
     "Try again, or allow more time; the portal may be stopped or overloaded."},
    {"no frame", "TIMEOUT", "desktop portal gives no picture of the screen in time",
     "Try again, or allow more time; the screen may be off."},
    {"token not stored", "FILE_IO_ERROR", "permission for screens cannot be stored",
     "Make $XDG_STATE_HOME/peekaboo, or else ~/.local/state/peekaboo, writable."},
};

}  // namespace

Error error_for(const std::string& reason) {
  for (const RefusalText& text : kTexts)
    if (text.reason == reason)
      return Error(text.code, text.message, text.hint, {{"reason", std::string(text.reason)}});
  return Error("CAPTURE_FAILED", "peekaboo-portal or the desktop portal gave an invalid answer",
               kAgain, {{"reason", "bad answer"}});
}

}  // namespace native::portal
