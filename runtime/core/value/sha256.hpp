#pragma once

#include <string>
#include <string_view>

namespace runtime {

// Returns the SHA-256 digest (FIPS 180-4) of both parts, one after the other: 32 bytes.
std::string sha256(std::string_view first, std::string_view second = {});

// Returns bytes in hexadecimal, lower case.
std::string hexadecimal(std::string_view bytes);

}  // namespace runtime
