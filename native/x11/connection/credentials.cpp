#include "native/x11/connection/credentials.hpp"

#include <X11/Xauth.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

namespace native::x11 {
namespace {

constexpr const char* kProtocol = "MIT-MAGIC-COOKIE-1";
constexpr off_t kMaxFile = 1 << 20;
constexpr int kMaxEntries = 4096;
constexpr std::size_t kMaxCredentials = 4;

std::string bytes(const char* data, unsigned short length) {
  return data == nullptr ? std::string() : std::string(data, length);
}

std::string own_host() {
  char name[256] = {};
  if (::gethostname(name, sizeof name - 1) != 0) return {};
  return name;
}

// 0 is the best; -1 means that the entry is for something else.
int rank(const Xauth& entry, const DisplayName& display, const std::string& host) {
  const std::string number = bytes(entry.number, entry.number_length);
  if (!number.empty() && number != std::to_string(display.number)) return -1;
  if (entry.family == FamilyWild) return 1;
  const bool same_host = bytes(entry.address, entry.address_length) == host;
  if (entry.family == FamilyLocal && same_host) return 0;
  if (number.empty()) return -1;
  return 2;
}

}  // namespace

std::vector<Credential> read_credentials(const std::string& file, const DisplayName& display) {
  if (file.empty()) return {};
  // Non-blocking, so that a named pipe in the place of the file cannot hold us.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return {};
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > kMaxFile) {
    ::close(descriptor);
    return {};
  }
  const std::unique_ptr<FILE, int (*)(FILE*)> stream(::fdopen(descriptor, "rb"), &std::fclose);
  if (!stream) {
    ::close(descriptor);
    return {};
  }
  const std::string host = own_host();
  std::vector<std::pair<int, Credential>> found;
  for (int i = 0; i < kMaxEntries; ++i) {
    const std::unique_ptr<Xauth, void (*)(Xauth*)> entry(XauReadAuth(stream.get()),
                                                         &XauDisposeAuth);
    if (!entry) break;
    if (bytes(entry->name, entry->name_length) != kProtocol) continue;
    const int place = rank(*entry, display, host);
    if (place >= 0) found.push_back({place, {kProtocol, bytes(entry->data, entry->data_length)}});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Credential> result;
  for (auto& [place, credential] : found) {
    if (result.size() < kMaxCredentials) result.push_back(std::move(credential));
  }
  return result;
}

}  // namespace native::x11
