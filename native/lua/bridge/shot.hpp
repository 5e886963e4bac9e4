#pragma once

#include <memory>
#include <optional>

#include "native/gate/gate.hpp"
#include "native/image/codec/codec.hpp"
#include "native/image/frame.hpp"
#include "native/lua/bridge/picture.hpp"
#include "native/masking/masker.hpp"
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
  std::optional<MaskRules> mask;
  Deadline deadline;
};

// Captures, and makes everything in one pass over the picture. "TIMEOUT" when there is no memory
// for pixels by the deadline. A picture that goes to a file has no pixels; its file is complete,
// and lacks its name.
PictureRef take(const Shot& shot, Desktop& desktop);

// A capture that nobody has seen yet, of the whole target, so that no text is cut in two.
struct Gathered {
  CaptureTarget target;
  Frame frame;
  Tiles tiles;  // of the frame, made while it arrived
};

// take() in two steps, for a picture that is masked: reading its text takes long, and needs neither
// the desktop nor the thread of captures. The first blocks while pictures fill the budget.
std::shared_ptr<Gathered> gather(const Shot& shot, Desktop& desktop);
// "CAPTURE_FAILED" with details.reason "not masked" when it cannot be masked by the deadline.
PictureRef masked(const Shot& shot, Masker& masker, Gathered& gathered);

// Captures again, without keeping the picture, and returns whether it equals the one that `tiles`
// describe; false when another policy holds by now.
bool looks_same(const Shot& shot, const Tiles& tiles, Desktop& desktop);

}  // namespace native
