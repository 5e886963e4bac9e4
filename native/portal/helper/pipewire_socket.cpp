#include "native/portal/helper/pipewire_socket.hpp"

#include <unistd.h>

#include <cstdlib>

namespace native::portal {

std::string pipewire_socket() {
  const auto is_there = [](const std::string& path) { return ::access(path.c_str(), F_OK) == 0; };
  const char* remote = std::getenv("PIPEWIRE_REMOTE");
  const std::string name = remote != nullptr && *remote != '\0' ? remote : "pipewire-0";
  if (name.starts_with('/')) return is_there(name) ? name : "";
  for (const char* variable : {"PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"}) {
    const char* folder = std::getenv(variable);
    if (folder == nullptr) continue;
    std::string path = std::string(folder) + "/" + name;
    if (is_there(path)) return path;
  }
  return {};
}

}  // namespace native::portal
