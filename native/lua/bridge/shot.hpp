#pragma once

#include <memory>
#include <optional>

#include "native/gate/gate.hpp"
#include "native/image/frame.hpp"
#include "native/lua/bridge/picture.hpp"

namespace native {

// What one capture needs on its thread.
struct Shot {
  std::shared_ptr<Gate> gate;
  Caller caller;
  CaptureTarget target;
  bool frontmost = false;
  Fit size;                // of the picture
  std::optional<Fit> fit;  // the picture's smaller version, made along with it
  bool png = false;        // made of both while they arrive, instead of keeping their pixels
  bool fingerprint = false;
  std::size_t budget = 0;  // bytes of pixels, see DesktopService::Settings
  Deadline deadline;
};

// Captures. Everything is made in one pass over the picture. "TIMEOUT" when there is no room for
// pixels by the deadline.
PictureRef take(const Shot& shot, Desktop& desktop);

// Whether a capture, made now and not kept, is the one that the tiles are of.
bool looks_same(const Shot& shot, const Tiles& tiles, Desktop& desktop);

}  // namespace native
