#include "runtime/core/files/installed.hpp"

#include <limits.h>
#include <unistd.h>

namespace runtime {

std::string find_installed(const std::string& file, const std::string& folder, int access) {
  char link[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", link, sizeof link);
  if (length <= 0) return {};
  const std::string executable(link, static_cast<std::size_t>(length));
  const std::string beside = executable.substr(0, executable.rfind('/'));
  const std::string prefix = beside.substr(0, beside.rfind('/'));
  for (const std::string& path : {beside + "/" + file, prefix + "/" + folder + "/" + file})
    if (::access(path.c_str(), access) == 0) return path;
  return {};
}

}  // namespace runtime
