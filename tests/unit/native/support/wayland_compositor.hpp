#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "native/desktop/records.hpp"
#include "native/linux/desktop_session.hpp"
#include "tests/unit/native/support/child.hpp"
#include "tests/unit/native/support/x_server.hpp"

namespace test {

// A window as sway describes it, read without the tested code.
struct SwayWindow {
  std::string title;
  native::Rect place;
  bool focused = false;
  bool in_scratchpad = false;
};

// A private sway with a screen in memory, no input devices and no Xwayland. Windows float and have
// no border.
class Sway {
 public:
  // `screen` as sway has it: WIDTHxHEIGHT.
  explicit Sway(const std::string& screen = "1280x800");

  const std::string& folder() const { return folder_.path(); }  // its runtime folder
  std::string socket() const { return folder() + "/" + display_; }
  // Returns the session of a process whose WAYLAND_DISPLAY names this compositor.
  native::SessionRoots roots() const;
  Child& process() { return process_; }
  // Ends it, and starts another in its place.
  void restart();
  // For Kept<>: waits until the windows of programs that have ended are gone, and shows the first
  // workspace.
  bool reset() const;
  // Runs a command of sway(5) for a window. Throws when sway refuses.
  void command(std::uint64_t window, const std::string& what) const;
  // Returns the windows by the id of their container.
  std::map<std::uint64_t, SwayWindow> windows() const;

 private:
  void start();
  bool answers();

  Folder folder_;
  std::string configuration_;  // the path of the file
  std::string control_;        // the path of the socket that takes commands
  std::string display_;
  Child process_;
};

}  // namespace test
