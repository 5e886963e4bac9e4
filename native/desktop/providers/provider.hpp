#pragma once

#include <string>

#include "native/desktop/error.hpp"

// The failure of services that a desktop may lack.
namespace native {

// What provides a service.
struct Provider {
  std::string text;     // what it is, for people: "notification service"
  std::string service;  // its name: "org.freedesktop.Notifications", "PulseAudio"
  std::string program;  // an executable of the package, a name or a path
  std::string package;  // which has it on Debian
  std::string start;    // the command that starts it
};

// kDoesNotStart: it was started for a call, and has ended.
enum class ProviderFault { kNotInstalled, kNotRunning, kDoesNotStart, kSilent, kRefuses };

// Returns "PROVIDER_UNAVAILABLE" with details.service and details.reason. `why` is what else is
// known, as a fragment.
Error provider_unavailable(const Provider& provider, ProviderFault fault,
                           const std::string& why = {});

}  // namespace native
