#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/core/value/value.hpp"

namespace runtime::http {

// Header fields in their order; names in lower case.
using Fields = std::vector<std::pair<std::string, std::string>>;

// Returns the first field of that name, or null.
inline const std::string* find_field(const Fields& fields, std::string_view name) {
  for (const auto& [key, value] : fields)
    if (key == name) return &value;
  return nullptr;
}

struct Request {
  std::string method;
  Fields fields;
  std::string body;
};

struct Response {
  int status = 0;
  Fields fields;
  std::string body;
  Value document;          // the body if it is JSON, else nil
  std::string path;        // of the file with the body, or ""
  std::uint64_t size = 0;  // of that file, in bytes
};

}  // namespace runtime::http
