#include "native/linux/audio_server.hpp"

#include <sys/stat.h>

#include "native/linux/installed_program.hpp"
#include "native/linux/process_environment.hpp"

namespace native {
namespace {

bool is_socket(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode);
}

// Returns the socket that a runtime folder holds; "" when there is none.
std::string socket_in(const std::string& folder) {
  const std::string path = folder + "/pulse/native";
  return !folder.empty() && is_socket(path) ? "unix:" + path : std::string();
}

}  // namespace

std::optional<std::string> find_audio_server(const SessionRoots& roots) {
  if (const auto server = roots.environment("PULSE_SERVER")) return *server;
  if (std::string socket = socket_in(roots.run); !socket.empty()) return socket;
  // A session that is named has no other server; further sessions of the user are not ours.
  if (roots.environment("XDG_RUNTIME_DIR")) return std::string();
  for (const auto& processes : {ancestor_environments(roots.proc, roots.pid, roots.uid),
                                user_environments(roots.proc, roots.uid)}) {
    for (const ProcessEnvironment& process : processes) {
      if (std::string server = process.get("PULSE_SERVER"); !server.empty()) return server;
      if (std::string socket = socket_in(process.get("XDG_RUNTIME_DIR")); !socket.empty())
        return socket;
    }
  }
  return std::nullopt;
}

Provider audio_provider() {
  const bool only_pulse = is_installed("pulseaudio") && !is_installed("pipewire-pulse");
  if (only_pulse)
    return {"sound server", "PulseAudio", "pulseaudio", "pulseaudio", "pulseaudio --start"};
  return {"sound server", "PulseAudio", "pipewire-pulse", "pipewire-pulse",
          "systemctl --user start pipewire-pulse"};
}

}  // namespace native
