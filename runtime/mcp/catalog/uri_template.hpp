#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/value/value.hpp"

namespace runtime::mcp {

// Returns whether `text` begins like an absolute URI (RFC 3986): a scheme, a colon, and no blanks
// or control characters.
bool is_uri(std::string_view text);

// A URI template of RFC 6570 level 1: text with {names}. Immutable.
class UriTemplate {
 public:
  // Throws Error "INVALID_ARGUMENT" for a text that is no such template: operators, bad or repeated
  // names, adjacent expressions, no expression at all.
  explicit UriTemplate(std::string text);

  const std::string& text() const { return text_; }
  const std::vector<std::string>& names() const { return names_; }

  // Returns the values of the names, percent-decoded, as a record of strings; nothing when `uri`
  // does not match. A value is not empty and contains no '/', '?' or '#'.
  std::optional<Value> match(std::string_view uri) const;

 private:
  std::string text_;
  std::vector<std::string> literals_;  // one more than names: before, between and after them
  std::vector<std::string> names_;
};

}  // namespace runtime::mcp
