#pragma once

#include "native/image/codec/codec_library.hpp"

namespace native {

// Returns the codecs of this folder.
const CodecLibrary& linked_codecs();

}  // namespace native
