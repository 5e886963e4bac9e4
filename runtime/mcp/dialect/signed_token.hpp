#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace runtime::mcp {

// Texts that go to a client and come back unchanged: signed (HMAC-SHA-256, RFC 2104) with a key
// that this process made up and nobody else knows. Not secret: the client can read them.
class Seal {
 public:
  // Throws Error "INTERNAL_ERROR" when the system gives no random bits.
  Seal();

  std::string close(std::string_view text) const;
  // Nothing for what this seal has not closed.
  std::optional<std::string> open(std::string_view sealed) const;

 private:
  std::string mark(std::string_view text) const;

  std::string key_;
};

// SHA-256 (FIPS 180-4), 32 bytes.
std::string sha256(std::string_view first, std::string_view second = {});

}  // namespace runtime::mcp
