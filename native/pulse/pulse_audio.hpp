#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "native/desktop/providers/audio.hpp"
#include "native/desktop/providers/provider.hpp"

namespace native {

// Where the sound server is searched for. Tests supply a server of their own.
struct AudioRoots {
  // Returns an address as PULSE_SERVER has it, "" for the library's choice; nothing without a
  // server.
  std::function<std::optional<std::string>()> server;
  std::function<Provider()> provider;  // how a server comes to this machine
  std::function<bool()> is_installed;  // whether a server could be started
};

// Returns sound by libpulse, which serves PulseAudio and PipeWire.
std::unique_ptr<Audio> open_pulse_audio(AudioRoots roots);

}  // namespace native
