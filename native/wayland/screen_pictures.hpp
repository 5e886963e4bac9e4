#pragma once

#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/desktop/refusal/capability.hpp"
#include "native/wayland/outputs.hpp"
#include "native/wayland/upright.hpp"

namespace native::wayland {

// Where pictures of the screens come from. Belongs to one connection.
class ScreenPictures {
 public:
  virtual ~ScreenPictures() = default;
  // Takes the picture of one of the screens.
  virtual UprightPicture take(const Output& output, const std::vector<Output>& outputs,
                              Deadline deadline) = 0;
  // Returns "capture.display", "capture.window" and "capture.covered".
  virtual std::vector<Capability> pixels(Deadline deadline) = 0;
  // Returns what must be allowed for them.
  virtual Permissions& permissions() { return no_permissions(); }
};

}  // namespace native::wayland
