#include "runtime/core/value/sha256.hpp"

#include <sha2.h>

#include <cstdint>

namespace runtime {

std::string sha256(std::string_view first, std::string_view second) {
  SHA2_CTX context;
  SHA256Init(&context);
  for (const std::string_view part : {first, second})
    SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(part.data()), part.size());
  std::uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, &context);
  return std::string(reinterpret_cast<const char*>(digest), sizeof digest);
}

std::string hexadecimal(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

}  // namespace runtime
