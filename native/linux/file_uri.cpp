#include "native/linux/file_uri.hpp"

#include <unistd.h>

#include <array>
#include <cstdint>

namespace native {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";
// Unreserved characters (RFC 3986, 2.3), and the separator.
constexpr std::string_view kPlain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";

int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  const char lower = static_cast<char>(letter | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = digit_of(text[i + 1]);
    const int low = digit_of(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return result;
}

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  return name.data();
}

}  // namespace

std::string file_uri(std::string_view path) {
  std::string uri = "file://";
  for (const char letter : path) {
    if (kPlain.find(letter) != std::string_view::npos) {
      uri += letter;
      continue;
    }
    const auto byte = static_cast<std::uint8_t>(letter);
    uri += '%';
    uri += kHex[byte >> 4];
    uri += kHex[byte & 15];
  }
  return uri;
}

std::optional<std::string> path_of(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  const std::size_t slash = uri.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view host = uri.substr(0, slash);
  if (!host.empty() && host != "localhost" && host != host_name()) return std::nullopt;
  std::optional<std::string> path = percent_decoded(uri.substr(slash));
  if (path && path->find('\0') != std::string::npos) return std::nullopt;
  return path;
}

}  // namespace native
