#include "runtime/mcp/dialect/signed_token.hpp"

#include <sys/random.h>

#include "runtime/core/value/base64.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/sha256.hpp"

namespace runtime::mcp {

namespace {

constexpr std::size_t kBlock = 64;  // bytes of a SHA-256 block, and the key's length

std::string padded(const std::string& key, char pad) {
  std::string block = key;
  for (char& each : block) each = static_cast<char>(each ^ pad);
  return block;
}

std::string base64(std::string_view bytes) {
  std::string text;
  append_base64(text, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  return text;
}

}  // namespace

// Compares digests, so that the time does not reveal the lengths either.
bool same_secret(std::string_view a, std::string_view b) {
  const std::string one = sha256(a), other = sha256(b);
  unsigned different = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    different |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return different == 0;
}

SignedToken::SignedToken() : key_(kBlock, '\0') {
  if (getrandom(key_.data(), key_.size(), 0) != static_cast<ssize_t>(key_.size()))
    throw Error("INTERNAL_ERROR", "no random bits available from the system");
}

std::string SignedToken::hmac(std::string_view text) const {
  return sha256(padded(key_, 0x5c), sha256(padded(key_, 0x36), text));
}

std::string SignedToken::sign(std::string_view text) const {
  return base64(text) + "." + base64(hmac(text));
}

std::optional<std::string> SignedToken::verify(std::string_view token) const {
  const std::size_t point = token.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const auto bytes = decode_base64(token.substr(0, point));
  if (!bytes) return std::nullopt;
  std::string text(bytes->begin(), bytes->end());
  if (!same_secret(base64(hmac(text)), token.substr(point + 1))) return std::nullopt;
  return text;
}

}  // namespace runtime::mcp
