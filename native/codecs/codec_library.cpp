#include "native/image/codec/codec_library.hpp"

#include "native/codecs/linked_codecs.hpp"

namespace native {

const CodecLibrary& codec_library() { return linked_codecs(); }

}  // namespace native
