#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native/desktop/clipboard.hpp"
#include "native/desktop/error.hpp"
#include "native/desktop/events.hpp"
#include "native/desktop/input.hpp"
#include "native/desktop/menus.hpp"
#include "native/desktop/permissions.hpp"
#include "native/desktop/person_watch.hpp"
#include "native/desktop/records.hpp"
#include "native/desktop/tray.hpp"
#include "native/desktop/window_control.hpp"

// The seam: small abstract blocking interfaces, one per domain. Every operation takes the absolute
// deadline of its call and throws native::Error ("TIMEOUT" past the deadline, "DISPLAY_UNAVAILABLE"
// when no display server can be reached, "UNSUPPORTED" when this desktop lacks the operation).
// Implementations connect at first use, reconnect after a failure, and are driven by one thread at
// a time.
namespace native {

class Displays {
 public:
  virtual ~Displays() = default;
  // Returns all monitors: the primary first, then left to right, top to bottom. "DISPLAY_NOT_FOUND"
  // when there is none.
  virtual std::vector<Display> displays(Deadline deadline) = 0;
};

class Windows {
 public:
  virtual ~Windows() = default;
  // Returns all top-level windows of applications, front-most first, including minimised and
  // off-screen ones.
  virtual std::vector<Window> windows(Deadline deadline) = 0;
  // Returns one for each program that may have a window anywhere on the screen, where the desktop
  // does not tell its windows ("UNSUPPORTED"): a program that does not run has none for certain.
  virtual std::vector<Window> possible_windows(Deadline deadline) { return windows(deadline); }
  // Returns the focused application window, if any.
  virtual std::optional<Window> frontmost(Deadline deadline) = 0;
  // Raises and focuses a window. Returns once the window manager has confirmed it.
  // "WINDOW_NOT_FOUND" when the window is gone, "TIMEOUT" when there was no confirmation.
  virtual void activate(std::uint64_t window_id, Deadline deadline) = 0;
  // Returns where the program of a window exports its menus; empty when it does not, and when the
  // window is gone.
  virtual MenuExport menu_export(std::uint64_t /*window_id*/, Deadline /*deadline*/) { return {}; }
};

// The target of a capture. A display is addressed by index, a window by id; the desktop is the
// whole virtual screen.
struct CaptureTarget {
  enum class Kind { kDesktop, kDisplay, kWindow };
  Kind kind = Kind::kDesktop;
  std::uint64_t id = 0;  // display index or window id; unused for the desktop
  std::optional<Rect>
      region;  // in desktop pixels; crops the target, "INVALID_ARGUMENT" when they do not overlap
  // Of a window: with its window manager's frame. A window without one is captured as otherwise.
  bool with_frame = false;
};

// Geometry of a picture that is about to arrive.
struct FrameInfo {
  int width = 0;
  int height = 0;
  Rect origin;
  std::string method;
  std::string note = {};  // why this capture is worse than usual, for the log; "" if not
  double scale = 1;       // picture pixels per desktop pixel
  // The fourth byte is alpha (see PixelFormat), whether the sink wants it or not.
  bool translucent = false;
  std::vector<Rect> menus = {};  // open menus of the target's application, in desktop pixels
  // Parts of the picture that show excluded windows, in desktop pixels; they may overlap.
  std::vector<Rect> excluded = {};
  int excluded_windows = 0;                            // how many windows these are
  std::optional<std::vector<MaskedPart>> masked = {};  // see Frame
  // Pixels may be older than the places of windows, by a fraction of a second (a compositor).
  bool delayed = false;
  // The screen shows these very pixels: they stay the same while a DamageTracker sees no change.
  bool from_screen = false;
};

// Decides which windows a picture must not show. Backends ask it during a capture, on its thread.
class Exclusion {
 public:
  virtual ~Exclusion() = default;
  virtual bool needs_titles() const = 0;
  // Sets `hidden_from` of the windows that must not be seen. Called with id, pid, app_class,
  // app_instance and, where needed, title filled in; if any is hidden, again with transient_for and
  // pop_up, so that what belongs to a hidden window is hidden too.
  virtual void mark(std::vector<Window>& windows) = 0;
  // Refuses to capture a hidden window.
  [[noreturn]] virtual void refuse(std::uint64_t window) = 0;
};

// Receives a picture strip by strip, from top to bottom. `pixels` may be changed in place until
// strip() returns (the gate masks that way) and is invalid afterwards. An exception ends the
// capture. A second begin() restarts the picture: strips before it do not count.
class StripSink {
 public:
  virtual ~StripSink() = default;
  // Returns whether the fourth byte of each pixel must be right; otherwise it may have any value.
  virtual bool wants_alpha() const { return true; }
  // Null: every window may be seen. Else the capture finds out which may not, fills in `excluded`,
  // and refuses a target that must not be seen.
  virtual Exclusion* exclusion() { return nullptr; }
  virtual void begin(const FrameInfo& info) = 0;
  virtual void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) = 0;
};

class Capture {
 public:
  virtual ~Capture() = default;
  // Captures without frame (unless the target asks for it), shadow or cursor. Opaque, except
  // outside a window's shape and where its application is translucent. Every pixel is right, or it
  // throws "CAPTURE_FAILED" with the reason; "WINDOW_NOT_FOUND" / "DISPLAY_NOT_FOUND" when the
  // target is gone.
  virtual void capture(const CaptureTarget& target, StripSink& sink, Deadline deadline) = 0;
  // Returns whether screen lockers are windows here, which a capture shows to its Exclusion.
  virtual bool finds_lockers() const { return true; }
};

// Answers whether parts of the screen were painted since a moment in the past.
class DamageTracker {
 public:
  virtual ~DamageTracker() = default;
  // Returns this moment as a number for changed(). Later moments have greater numbers, or the same
  // while nothing is painted.
  virtual std::uint64_t mark(Deadline deadline) = 0;
  // Returns whether anything inside `area` of the screen was painted since the mark, even with the
  // same colours; true also when that is no longer known. "UNSUPPORTED" when this desktop does not
  // report painting.
  virtual bool changed(std::uint64_t mark, const Rect& area, Deadline deadline) = 0;
};

class Applications {
 public:
  virtual ~Applications() = default;
  // Returns the processes that own at least one window (minimised ones too), sorted by lower-case
  // name, then pid. `windows`, if given, receives Windows::windows() of the same moment.
  virtual std::vector<App> applications(Deadline deadline,
                                        std::vector<Window>* windows = nullptr) = 0;
  // Returns the applications of these windows, sorted in the same way.
  virtual std::vector<App> group(const std::vector<Window>& windows) = 0;
  // Returns the base name of a process's program; "" when it cannot be read.
  virtual std::string executable(std::int64_t pid) = 0;
};

// All that one desktop offers. Owned by its opener; driven by one thread at a time.
class Desktop {
 public:
  virtual ~Desktop() = default;
  virtual std::string name() const = 0;         // "x11", "wayland", "fake"
  virtual std::string description() const = 0;  // which display was chosen and why, one line
  // Returns a sentence that names the display when it was guessed among several, for the answer;
  // else "".
  virtual std::string guess() const { return {}; }
  // Returns the variables by which a program that is started finds this desktop, as {name, value}.
  virtual std::vector<std::pair<std::string, std::string>> variables() { return {}; }
  virtual Displays& displays() = 0;
  virtual Windows& windows() = 0;
  virtual Applications& applications() = 0;
  virtual Capture& capture() = 0;
  virtual DamageTracker& changes() = 0;
  virtual Input& input() = 0;
  virtual WindowControl& control() = 0;
  virtual Clipboard& clipboard() = 0;
  // Returns the icons that are windows inside a panel.
  virtual EmbeddedIcons embedded_icons(Deadline /*deadline*/) { return {}; }
  // Returns a new source of events, which connects by itself and may outlive this object.
  virtual std::unique_ptr<Events> listen() = 0;
  // Returns a new watch, which connects by itself and may outlive this object.
  virtual std::unique_ptr<PersonWatch> watch_person(const Hotkey& stop_keys) = 0;
  // Returns what a person may have to allow first.
  virtual Permissions& permissions() { return no_permissions(); }
  // Never throws for a dead display: each row then gives the reason and the remedy.
  virtual std::vector<Capability> capabilities(Deadline deadline) = 0;
};

}  // namespace native
