#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/events.hpp"
#include "native/desktop/records.hpp"

// The seam. Small abstract blocking interfaces, one per domain; every operation takes the absolute
// deadline of its call and throws native::Error ("TIMEOUT" past the deadline, "DISPLAY_UNAVAILABLE"
// when no display server can be reached, "UNSUPPORTED" when this desktop cannot). Implementations
// connect at first use, connect anew after a failure, and are driven by one thread at a time.
namespace native {

class Displays {
 public:
  virtual ~Displays() = default;
  // All monitors, primary first, then left to right, top to bottom. "DISPLAY_NOT_FOUND" when there
  // is none.
  virtual std::vector<Display> displays(Deadline deadline) = 0;
};

class Windows {
 public:
  virtual ~Windows() = default;
  // All top-level windows of applications, front-most first, minimised and off-screen ones
  // included.
  virtual std::vector<Window> windows(Deadline deadline) = 0;
  // The focused application window, if any.
  virtual std::optional<Window> frontmost(Deadline deadline) = 0;
  // Raises and focuses a window, and returns once the window manager has confirmed it.
  // "WINDOW_NOT_FOUND" when it is gone, "TIMEOUT" when nothing confirmed.
  virtual void activate(std::uint64_t window_id, Deadline deadline) = 0;
};

// What to capture. A display is addressed by index, a window by id; the desktop is the whole
// virtual screen.
struct CaptureTarget {
  enum class Kind { kDesktop, kDisplay, kWindow };
  Kind kind = Kind::kDesktop;
  std::uint64_t id = 0;  // display index or window id; unused for the desktop
  std::optional<Rect>
      region;  // in desktop pixels; cuts the target down, "INVALID_ARGUMENT" when they do not meet
};

// Geometry of a picture about to arrive.
struct FrameInfo {
  int width = 0;
  int height = 0;
  Rect origin;
  std::string method;
  std::string note = {};  // what was worse than usual about it, for the log; "" when nothing was
  double scale = 1;       // picture pixels per desktop pixel
  // The fourth byte is alpha, see PixelFormat, whether the sink wants it or not.
  bool translucent = false;
  std::vector<Rect> menus = {};  // open ones of the target's application, in desktop pixels
};

// Takes a picture as it arrives, from the top down. `pixels` may be changed in place until strip()
// returns (that is how the gate masks); it is not valid afterwards. Anything thrown ends the
// capture. A second begin() starts the picture again: what came before does not count.
class StripSink {
 public:
  virtual ~StripSink() = default;
  // Whether begin() needs the windows that were on screen at the moment of the capture.
  virtual bool wants_windows() const = 0;
  // Whether the fourth byte of each pixel must be right; else it may be anything.
  virtual bool wants_alpha() const { return true; }
  virtual void begin(const FrameInfo& info, const std::vector<Window>& windows) = 0;
  virtual void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) = 0;
};

class Capture {
 public:
  virtual ~Capture() = default;
  // Without frame, shadow or cursor. Opaque, but for what lies outside of a window's shape and what
  // its application left translucent. Right to the pixel, or
  // "CAPTURE_FAILED" with the reason; "WINDOW_NOT_FOUND" / "DISPLAY_NOT_FOUND" when the target is
  // gone.
  virtual void capture(const CaptureTarget& target, StripSink& sink, Deadline deadline) = 0;
};

// What is painted on the screen, asked about after the fact.
class DamageTracker {
 public:
  virtual ~DamageTracker() = default;
  // This moment, as a number for changed(). Later moments have greater ones, or the same while
  // nothing is painted.
  virtual std::uint64_t mark(Deadline deadline) = 0;
  // Whether anything inside `area` of the screen was painted since the mark, be it with the same
  // colours; true as well when that is not known any more. "UNSUPPORTED" when this desktop cannot
  // tell.
  virtual bool changed(std::uint64_t mark, const Rect& area, Deadline deadline) = 0;
};

class Applications {
 public:
  virtual ~Applications() = default;
  // Processes that own at least one window (minimised ones too), sorted by lower-case name, then
  // pid. `windows`: also gets Windows::windows() of the same moment.
  virtual std::vector<App> applications(Deadline deadline,
                                        std::vector<Window>* windows = nullptr) = 0;
};

// Everything one desktop offers. Owned by its opener; driven by one thread at a time.
class Desktop {
 public:
  virtual ~Desktop() = default;
  virtual std::string name() const = 0;         // "x11", "fake"
  virtual std::string description() const = 0;  // which display was chosen and why, one line
  // Names the display when it was guessed among several, in words for the answer; else "".
  virtual std::string guess() const { return {}; }
  virtual Displays& displays() = 0;
  virtual Windows& windows() = 0;
  virtual Applications& applications() = 0;
  virtual Capture& capture() = 0;
  virtual DamageTracker& changes() = 0;
  // A listener of its own, which connects by itself and may outlive this object.
  virtual std::unique_ptr<Events> listen() = 0;
  // Never throws for a dead display: then every row says why and what to do.
  virtual std::vector<Capability> capabilities(Deadline deadline) = 0;
};

// Opens the best desktop for this process: explicit variables win, else the user's session is
// found. Never fails and touches nothing; a missing display shows when it is used.
std::unique_ptr<Desktop> open_desktop();

}  // namespace native
