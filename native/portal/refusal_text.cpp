#include "native/portal/refusal_text.hpp"

#include <algorithm>
#include <iterator>
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
    "xdg-desktop-portal-kde), then log in again. Where they are installed: systemctl --user "
    "restart "
    "xdg-desktop-portal.";
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
    {"window gone", "WINDOW_NOT_FOUND", "window does not exist", "List the windows again."},
    {"no window cast", "UNSUPPORTED", "GNOME Shell gives no pictures of single windows",
     "Capture the screen instead."},
    {"token not stored", "FILE_IO_ERROR", "permission for screens cannot be stored",
     "Make $XDG_STATE_HOME/peekaboo, or else ~/.local/state/peekaboo, writable."},
    {"helper ended", "CAPTURE_FAILED", "helper peekaboo-portal ended while it was asked",
     "Try again: it is started anew."},
};

constexpr const char* kInputPermission = "PERMISSION_ERROR_ACCESSIBILITY";
constexpr const char* kGrantInput =
    "Run `peekaboo permissions grant input` in a terminal: the desktop then asks whether Peekaboo "
    "may use keys and pointer.";

// What reads otherwise where it is about keys and pointer.
constexpr RefusalText kInputTexts[] = {
    {"needs consent", kInputPermission, "nobody has allowed keys and pointer on this desktop",
     kGrantInput},
    {"consent revoked", kInputPermission,
     "desktop no longer honours the permission for keys and pointer", kGrantInput},
    {"not shared", kInputPermission,
     "this screen is none of those that were shared for the pointer",
     "Run `peekaboo permissions grant input` in a terminal, and choose every screen."},
    {"not allowed", kInputPermission, "screens were shared, but keys and pointer were not allowed",
     "Run `peekaboo permissions grant input` again, and switch on what lets others control the "
     "desktop."},
    {"denied", kInputPermission, "keys and pointer were not allowed: the dialog was cancelled",
     "Run `peekaboo permissions grant input` again, and allow what the dialog asks for."},
    {"unanswered", kInputPermission,
     "keys and pointer were not allowed: nobody answered the dialog",
     "Run `peekaboo permissions grant input` again when somebody is at the screen."},
    {"cancelled", kInputPermission, "keys and pointer were not allowed: the request was cancelled",
     kGrantInput},
    {"asked already", kInputPermission, "the desktop is asking a person already",
     "Answer the dialog that is open."},
    {"not remembered", kInputPermission, "keys and pointer were allowed for this once only",
     "Run `peekaboo permissions grant input` again, and have the dialog remember it."},
    {"refused", kInputPermission, "desktop portal refused keys and pointer",
     "Run `peekaboo permissions grant input` in a terminal that has the focus, with the session "
     "unlocked."},
    {"no remote desktop", "UNSUPPORTED", "desktop portal offers no keys and pointer", kBackend},
    {"places unknown", "UNSUPPORTED", "desktop portal does not tell where its screens lie",
     "Use a desktop of one screen, or keys and the actions of elements."},
    {"not on the keyboard", "UNSUPPORTED",
     "keyboard layout in effect has no key for one of the characters",
     "Copy it and paste it (`set_clipboard`, then Ctrl+V), or have a layout chosen that has it."},
    {"too many", "UNSUPPORTED", "too many programs use keys and pointer by the desktop portal",
     "End one of them."},
    {"portal crashed", "INTERRUPTED", "desktop portal ended while it was asked",
     "Look at what is there now, then try again: it is started anew."},
    {"session closed", "INTERRUPTED", "the desktop ended the control of keys and pointer",
     "Look at what is there now; if a person has stopped it, ask before you go on."},
    {"helper ended", "INTERRUPTED", "helper peekaboo-portal ended during the act",
     "Look at what is there now, then try again: it is started anew."},
    {"token not stored", "FILE_IO_ERROR", "permission for keys and pointer cannot be stored",
     "Make $XDG_STATE_HOME/peekaboo, or else ~/.local/state/peekaboo, writable."},
};

template <std::size_t count>
const RefusalText* find(const RefusalText (&texts)[count], const std::string& reason) {
  const auto* const found =
      std::find_if(std::begin(texts), std::end(texts),
                   [&](const RefusalText& each) { return each.reason == reason; });
  return found == std::end(texts) ? nullptr : found;
}

}  // namespace

Error error_for(const std::string& reason, Purpose purpose) {
  const RefusalText* text = purpose == Purpose::kInput ? find(kInputTexts, reason) : nullptr;
  if (text == nullptr) text = find(kTexts, reason);
  if (text != nullptr) return Error(text->code, text->message, text->hint, {{"reason", reason}});
  const char* const code = purpose == Purpose::kInput ? "INTERRUPTED" : "CAPTURE_FAILED";
  return Error(code, "peekaboo-portal or the desktop portal gave an invalid answer", kAgain,
               {{"reason", "bad answer"}});
}

}  // namespace native::portal
