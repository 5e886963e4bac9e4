#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/app/program.hpp"
#include "runtime/core/process.hpp"

namespace runtime {

// A private X server (Xvfb) with a small window manager (openbox) and the applications put on it. Points our own
// environment at it; everything ends with this object.
class VirtualDisplay {
 public:
  ~VirtualDisplay();

  // `size` is "WxH" in pixels, already checked. Returns once the window manager runs, every command of `open` has shown a window, and
  // the screen is still. UNSUPPORTED, with the package to install, when a program is missing.
  static Task<std::unique_ptr<VirtualDisplay>> start(Program* program, std::string size, std::vector<std::string> open);

 private:
  VirtualDisplay() = default;
  void make_directory();
  void write_cookie() const;
  std::string authority() const { return directory_ + "/Xauthority"; }

  std::string directory_;
  // In the order of starting; ended the other way round.
  std::vector<std::unique_ptr<Process>> processes_;
};

}  // namespace runtime
