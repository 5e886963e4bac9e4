#include "native/linux/file_names.hpp"

#include <dirent.h>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace native {

std::vector<std::string> names_in(const std::string& folder, const std::string& prefix) {
  constexpr std::size_t kMaxEntries = 512;
  std::vector<std::string> result;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
  if (!stream) return result;
  std::size_t seen = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    if (++seen > kMaxEntries) break;
    const std::string name = entry->d_name;
    if (name.starts_with(prefix)) result.push_back(name);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace native
