#pragma once

#include <memory>

#include "native/lua/bridge/desktop_service.hpp"
#include "runtime/core/value/blob.hpp"

namespace native {

// Whether a picture's file is read in a process of its own, as those of strangers are.
enum class Confinement { kNone, kHelper };

// Decodes a picture's file once there is memory for its pixels. `call` lives until then. Errors as
// of decode() and PictureReader.
runtime::Task<Frame> decode_picture(std::shared_ptr<DesktopService> host, runtime::Call* call,
                                    runtime::BlobRef file, Confinement confinement,
                                    Deadline deadline);

}  // namespace native
