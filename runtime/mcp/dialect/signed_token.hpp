#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace runtime::mcp {

// Texts that go to a client and come back unchanged: signed (HMAC-SHA-256, RFC 2104) with a key
// that this process made up and nobody else knows. Not secret: the client can read them.
class SignedToken {
 public:
  // Throws Error "INTERNAL_ERROR" when the system gives no random bits.
  SignedToken();

  std::string sign(std::string_view text) const;
  // Nothing for what this process has not signed.
  std::optional<std::string> verify(std::string_view token) const;

 private:
  std::string hmac(std::string_view text) const;

  std::string key_;
};

// Whether two secrets are equal; takes as long whatever differs.
bool same_secret(std::string_view a, std::string_view b);

// SHA-256 (FIPS 180-4), 32 bytes.
std::string sha256(std::string_view first, std::string_view second = {});

}  // namespace runtime::mcp
