#pragma once

#include <optional>
#include <string>

#include "native/desktop/providers/provider.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

// Returns the address of the user's sound server, as PULSE_SERVER has it: the variable, else the
// socket of the runtime folder, else what the user's processes name. "" leaves the choice to the
// client library; nothing: there is no server, and the library would make folders while it looks.
std::optional<std::string> find_audio_server(const SessionRoots& roots);

// Returns which sound server this machine has, or should have.
Provider audio_provider();

}  // namespace native
