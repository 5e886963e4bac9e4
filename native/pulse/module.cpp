#include "native/pulse/pulse_audio.hpp"

// What the executable finds in this library; see runtime/app/host/module_loader.hpp.
extern "C" {

const char* peekaboo_module_version() { return PEEKABOO_VERSION; }

// Returns a new native::Audio, which the caller owns.
native::Audio* peekaboo_open_audio(const native::AudioRoots& roots) {
  return native::open_pulse_audio(roots).release();
}
}
