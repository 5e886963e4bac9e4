#include "native/linux/bounded_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace native {

std::optional<std::string> read_bounded(const std::string& path, std::size_t limit) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return std::nullopt;
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return std::nullopt;
  }
  std::string text;
  bool failed = false;
  while (text.size() < limit) {
    const std::size_t before = text.size();
    text.resize(std::min(limit, before + 8192));
    const ssize_t count = ::read(descriptor, text.data() + before, text.size() - before);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && errno == EINTR) continue;
    failed = count < 0;
    if (count <= 0) break;
  }
  ::close(descriptor);
  if (failed) return std::nullopt;
  return text;
}

}  // namespace native
