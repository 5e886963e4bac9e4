#pragma once

#include <memory>
#include <optional>

#include "native/gate/gate.hpp"
#include "native/image/codec/codec.hpp"
#include "native/image/frame.hpp"
#include "native/lua/bridge/picture.hpp"
#include "runtime/core/files/new_file.hpp"

namespace native {

// Parameters of one capture, for its thread.
struct Shot {
  std::shared_ptr<Gate> gate;
  Caller caller;
  CaptureTarget target;
  bool frontmost = false;
  Fit size;                // of the picture
  std::optional<Fit> fit;  // the smaller version, made in the same pass
  bool png = false;        // encode both while they arrive, instead of keeping their pixels
  bool fingerprint = false;
  // Where the picture goes instead of into memory, while it arrives.
  std::shared_ptr<runtime::files::NewFile> file = nullptr;
  Encoding encoding;       // in that file
  std::size_t budget = 0;  // bytes of pixels, see DesktopService::Settings
  Deadline deadline;
};

// Captures, and makes everything in one pass over the picture. "TIMEOUT" when there is no memory
// for pixels by the deadline. A picture that goes to a file has no pixels; its file is complete,
// and lacks its name.
PictureRef take(const Shot& shot, Desktop& desktop);

// Captures again, without keeping the picture, and returns whether it equals the one that `tiles`
// describe; false when another policy holds by now.
bool looks_same(const Shot& shot, const Tiles& tiles, Desktop& desktop);

}  // namespace native
