#include "native/image/codec/codec_library.hpp"

#include "runtime/app/host/module_loader.hpp"

// Part of the executable alone, so that tests of the program have the codecs linked in.
namespace native {

const CodecLibrary& codec_library() {
  using Codecs = const CodecLibrary* (*)();
  static const auto codecs =
      reinterpret_cast<Codecs>(runtime::module_function("peekaboo-codecs.so", "peekaboo_codecs"));
  return *codecs();
}

}  // namespace native
