#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/app/host/program.hpp"
#include "runtime/core/io/process.hpp"

namespace runtime {

// A private X server (Xvfb) with a small window manager (openbox) and the applications started on
// it. Makes our own environment refer to it. The program that starts it also ends it; the
// destructor kills the processes that still run.
class VirtualDisplay {
 public:
  VirtualDisplay() = default;
  ~VirtualDisplay();

  // `size` is "WxH" in pixels, already checked. Returns once the window manager runs, every command
  // of `open` has shown a window, and the screen is still. Throws UNSUPPORTED, with the package to
  // install, when a program is missing.
  Task<void> start(Program* program, std::string size, std::vector<std::string> open);
  // Ends applications, window manager and server, in that order, giving the server time to remove
  // its socket.
  Task<void> end();

 private:
  Task<void> start_server(Loop* loop, std::string size);
  void make_directory();
  void write_cookie() const;
  std::string authority() const { return directory_ + "/Xauthority"; }

  std::string directory_;
  // In the order of starting; ended in reverse.
  std::vector<std::unique_ptr<Process>> processes_;
};

}  // namespace runtime
