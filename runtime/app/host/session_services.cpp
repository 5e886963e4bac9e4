#include "runtime/app/host/session_services.hpp"

#include "native/linux/audio_server.hpp"
#include "native/linux/installed_program.hpp"
#include "native/pulse/pulse_audio.hpp"
#include "runtime/app/host/module_loader.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/settings.hpp"

namespace runtime {
namespace {

using OpenAudio = native::Audio* (*)(const native::AudioRoots& roots);

const native::Provider kLibrary{"library of sound", "libpulse", "libpulse.so.0", "libpulse0",
                                "peekaboo doctor"};

void* audio_function() {
  try {
    return module_function("peekaboo-pulse.so", "peekaboo_open_audio");
  } catch (const Error& error) {
    if (error.message.find("libpulse.so") == std::string::npos) throw;
    throw native::provider_unavailable(kLibrary, native::ProviderFault::kNotInstalled);
  }
}

std::unique_ptr<native::Audio> open_audio() {
  native::AudioRoots roots;
  roots.server = [] { return native::find_audio_server(native::SessionRoots::system()); };
  roots.provider = native::audio_provider;
  roots.is_installed = [] { return native::is_installed(native::audio_provider().program); };
  return std::unique_ptr<native::Audio>(reinterpret_cast<OpenAudio>(audio_function())(roots));
}

}  // namespace

native::SessionServices::Openers session_services() {
  native::SessionServices::Openers openers;
  openers.audio = open_audio;
  openers.power = native::open_power(settings::text("PEEKABOO_POWER_SUPPLIES"));
  openers.file_managers = native::open_file_managers();
  openers.programs = native::open_session_programs();
  openers.machine = native::this_machine;
  return openers;
}

}  // namespace runtime
