#pragma once

#include <optional>
#include <string>

#include "native/desktop/records.hpp"
#include "native/kwin/picture.hpp"
#include "native/kwin/service.hpp"

namespace native::kwin {

// Capture a screen by its name, or an area of the desktop (desktop units); at full resolution and
// without the cursor. Throw "PERMISSION_ERROR_SCREEN_RECORDING", "UNSUPPORTED", "CAPTURE_FAILED",
// ServiceLost, ServiceLate.
Picture capture_screen(Service& service, const std::string& name, const Expected& expected,
                       Deadline deadline);
Picture capture_area(Service& service, const Rect& area, const Expected& expected,
                     Deadline deadline);
// Captures a window by its uuid, whatever covers it; `expected` names it, too. Returns nothing when
// there is no such window. `most`: the bytes that its picture may have.
std::optional<Picture> capture_window(Service& service, const Expected& expected, std::size_t most,
                                      Deadline deadline);

}  // namespace native::kwin
