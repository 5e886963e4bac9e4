#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"

namespace contract {

using native::ClipboardContent;
using native::Deadline;
using native::Desktop;
using native::Rect;
using native::Selection;

// A window that shows the pattern `seed` (see pattern()).
struct WindowSpec {
  std::string title = "a window";
  std::string instance = "painter";
  std::string app_class = "Painter";
  Rect bounds{100, 100, 300, 200};
  int seed = 1;
};

// What some desktops lack.
enum class Operation {
  kWindowPixels,    // capture of a window
  kChanges,         // DamageTracker
  kInput,           // keys and pointer
  kPointerPlace,    // where the pointer is
  kPlacing,         // window control, but for close
  kClipboard,       // reading, writing and clearing
  kMoveEvents,      // Wanted::moves
  kPaintEvents,     // Wanted::regions
  kHotkeyEvents,    // Wanted::hotkeys
  kClipboardEvents  // Wanted::selections
};

// What an operation throws on a desktop that lacks it.
struct Refusal {
  std::string code;
  std::string reason;  // the fact of that name
};

// The surroundings in which a backend is tested. Tests change the desktop through it, not through
// the backend. Every call returns once it has taken effect.
class World {
 public:
  virtual ~World() = default;
  virtual Desktop& desktop() = 0;
  // Returns what this desktop declares for an operation that it lacks. The tests of the operation
  // then demand exactly this.
  virtual std::optional<Refusal> refuses(Operation /*operation*/) { return std::nullopt; }
  // Returns whether windows have a frame.
  virtual bool has_frames() { return true; }
  // Returns the instance that a window of this kind has.
  virtual std::string instance_of(const WindowSpec& spec) { return spec.instance; }
  virtual Rect screen() = 0;
  virtual int workspaces() { return 4; }
  virtual std::uint64_t open_window(const WindowSpec& spec) = 0;
  virtual void close_window(std::uint64_t id) = 0;
  virtual void move_window(std::uint64_t id, const Rect& bounds) = 0;
  virtual void set_title(std::uint64_t id, const std::string& bytes) = 0;
  virtual void minimise(std::uint64_t id) = 0;
  // Return what a window received: text, and buttons such as "press 1 10,20".
  virtual std::string typed(std::uint64_t id) = 0;
  virtual std::vector<std::string> buttons(std::uint64_t id) = 0;
  // Copies as another program does; returns what another program gets when it pastes; copies in a
  // program that then never answers.
  virtual void copy(Selection selection, const ClipboardContent& content) = 0;
  virtual ClipboardContent paste(Selection selection) = 0;
  virtual void copy_silently(Selection selection) = 0;
  virtual std::int64_t pid() = 0;  // of the process that owns the windows
  virtual void stop_server() = 0;
  virtual void continue_server() = 0;
  // Ends the display server, which does not come back.
  virtual void kill_server() = 0;
  // Return a desktop whose display refuses us, and one without a display.
  virtual std::unique_ptr<Desktop> refused() = 0;
  virtual std::unique_ptr<Desktop> absent() = 0;
};

std::unique_ptr<World> make_fake_world();
std::unique_ptr<World> make_x11_world();
std::unique_ptr<World> make_sway_world();

// Returns the colour 0xRRGGBB that a window of this seed paints at a place, in its own coordinates.
std::uint32_t pattern(int seed, int x, int y);

}  // namespace contract
