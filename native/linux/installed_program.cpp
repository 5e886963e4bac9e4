#include "native/linux/installed_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace native {
namespace {

bool can_run(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

}  // namespace

bool is_installed(const std::string& program) {
  if (program.find('/') != std::string::npos) return can_run(program);
  const char* const path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "";
  folders += ":/usr/local/bin:/usr/bin:/bin";
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    if (end > 0 && can_run(folders.substr(0, end) + "/" + program)) return true;
    folders.erase(0, end + 1);
  }
  return false;
}

}  // namespace native
