#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/pii_kind.hpp"
#include "native/desktop/pixel_memory.hpp"

namespace native {

// The moment at which a desktop operation must have ended, counted from the arrival of the call.
using Deadline = std::chrono::steady_clock::time_point;

// Desktop units unless a field says otherwise: in X11 the pixels of the root window, in Wayland the
// compositor's logical coordinates. x and y may be negative; width and height are never negative.
struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  bool operator==(const Rect&) const = default;
  bool empty() const { return width <= 0 || height <= 0; }
};

// Return the edges: the first column and row that are outside.
constexpr int right(const Rect& rect) { return rect.x + rect.width; }
constexpr int bottom(const Rect& rect) { return rect.y + rect.height; }

// Returns the area that both cover; empty (all zero) when they do not overlap.
Rect intersection(const Rect& a, const Rect& b);
// Returns the smallest rectangle that holds both, or all; all zero for an empty list.
Rect bounding(const Rect& a, const Rect& b);
Rect bounding(const std::vector<Rect>& rects);

// One monitor (X11: a RandR 1.5 monitor), in the display server's order with the primary first.
struct Display {
  int index = 0;     // 0-based position in the list; `screen:N` names it
  std::string name;  // connector or monitor name, e.g. "HDMI-1"
  Rect bounds;
  // Factor by which programs draw larger than normal. X11: from Xft.dpi and GDK_SCALE; coordinates
  // do not depend on it. Wayland: pixels for each desktop unit.
  double scale = 1.0;
  bool primary = false;
  int pixel_width = 0, pixel_height = 0;  // of its picture, which stands upright
  // By how many degrees programs are turned clockwise on the panel: 0, 90, 180, 270. Pictures,
  // bounds and pixels are upright already. Nothing: not known.
  std::optional<int> rotation;
};

// One top-level window. `id` is the display server's (X11: the client window's XID; sway: the
// container's), below 2^53.
struct Window {
  std::uint64_t id = 0;
  std::int64_t pid = 0;      // 0 when the server does not know
  std::string title;         // UTF-8, invalid bytes replaced; may be empty
  std::string app_class;     // WM_CLASS class part
  std::string app_instance;  // WM_CLASS instance part
  std::string
      type;  // last part of the EWMH window type, lower case: "normal", "dialog", "dock" ...
  // Whether the display server tells where the window is; else bounds, frame and desktop say
  // nothing, and on_screen that it is not known to be hidden.
  bool placed = true;
  Rect bounds;   // client area, without frame and without client-side shadow
  Rect frame;    // with the window manager's frame
  Rect painted;  // what the program paints, with a shadow that it draws itself; empty: not known
  int desktop = -1;        // 0-based workspace; -1: on all of them, or unknown
  bool on_screen = false;  // mapped, not minimised, on the current workspace, overlaps a display
  bool minimised = false;
  bool active = false;  // has the focus according to the window manager (or the server without one)
  std::uint64_t transient_for = 0;  // the window whose dialog this is; 0 for none
  // May be a dialog of any window of its program: the display server does not tell whose.
  bool owner_unknown = false;
  bool pop_up = false;  // not managed by the window manager, such as a menu (override-redirect)
  // Where its title shows outside its frame, such as in tabs: also while the window does not show.
  std::vector<Rect> titles = {};
  bool wayland = false;  // of a program of Wayland, which is told no places on the screen
  // From which kinds of callers this window is hidden, as bits that the gate sets.
  unsigned hidden_from = 0;
};

// Windows grouped by process, and within a process by desktop entry, because an office suite has
// several. Windows that draw the desktop's background form an application "Desktop"; the window
// manager's own windows belong to none.
struct App {
  std::string
      name;  // Name= of the desktop entry, not localised; else WM_CLASS, else the executable
  std::string bundle_id;   // desktop entry id without ".desktop"; "" when none matches
  std::string executable;  // base name of /proc/PID/exe; "" when unreadable
  std::int64_t pid = 0;
  bool active = false;
  int window_count = 0;                // on-screen windows
  std::vector<std::uint64_t> windows;  // ids of all windows, in the order of Windows::windows()
  // Other names: Name= in all languages, the last part of the entry's id, the program of Exec=,
  // both parts of WM_CLASS of every window. Each once.
  std::vector<std::string> names;
  std::vector<std::string>
      generic_names;  // kinds of application, such as "Terminal"; in all languages
};

// Whether one operation works on this desktop, and if not, why.
struct Capability {
  std::string
      operation;  // "displays", "windows", "activate", "capture.display", "capture.window" ...
  bool available = false;
  std::string detail;        // how it works, or why it does not
  std::string remedy;        // what would make it work; "" when available
  std::string reason = {};   // details.reason of the errors of what is not available; "" when it is
  std::string consent = {};  // what a person agrees to, and for how long; "" where nobody is asked
};

// Byte order B, G, R, X. X is 255, or the alpha of a translucent picture. Colours of a translucent
// picture are already blended with white, so a reader that ignores alpha sees it on white.
enum class PixelFormat { kBgrx8888 };

// A part of a picture that was filled because it showed personal data. The parts of what spans
// several lines have the same `finding`.
struct MaskedPart {
  PiiKind kind;
  int finding = 0;
  Rect area;  // in desktop pixels

  bool operator==(const MaskedPart&) const = default;
};

// A finished picture. `origin` and `scale` map it to the desktop: the picture's point (u, v), in
// picture pixels from the upper left corner, shows the desktop point (origin.x + u / scale,
// origin.y + v / scale).
struct Frame {
  int width = 0;
  int height = 0;
  std::size_t stride = 0;  // bytes from one row to the next, at least width * 4
  PixelFormat format = PixelFormat::kBgrx8888;
  PixelBytes pixels;
  Rect origin;         // the desktop rectangle that the pixels show
  double scale = 1.0;  // picture pixels for each desktop pixel, the same in both directions
  std::string
      method;        // how the pixels were read: "root", "window", "pixmap", "redirect", "fake" ...
  std::string note;  // why the capture was worse than usual, for the log; "" when it was not
  bool translucent = false;    // X is alpha
  std::vector<Rect> menus;     // open menus of the captured application, in desktop pixels
  int excluded_windows = 0;    // how many excluded windows were filled in it
  std::vector<Rect> excluded;  // where, in desktop pixels; they may overlap and reach beyond it
  // What was masked in it; nothing unless masking was asked for.
  std::optional<std::vector<MaskedPart>> masked;
  bool from_screen = false;  // see FrameInfo
};

}  // namespace native
