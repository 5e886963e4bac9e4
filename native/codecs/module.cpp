#include "native/codecs/linked_codecs.hpp"

// What the executable finds in this library; see runtime/app/host/module_loader.hpp.
extern "C" {

const char* peekaboo_module_version() { return PEEKABOO_VERSION; }

const native::CodecLibrary* peekaboo_codecs() { return &native::linked_codecs(); }
}
