#include "runtime/mcp/catalog/uri_template.hpp"

#include <algorithm>

#include "runtime/core/value/error.hpp"

namespace runtime::mcp {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '_';
  });
}

int hexadecimal(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hexadecimal(text[i + 1]);
    const int low = hexadecimal(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

}  // namespace

bool is_uri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(text[0])) return false;
  const bool scheme = std::all_of(
      text.begin(), text.begin() + static_cast<long>(colon),
      [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; });
  return scheme && std::none_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
         });
}

UriTemplate::UriTemplate(std::string text) : text_(std::move(text)) {
  const Error wrong("INVALID_ARGUMENT", "\"" + text_ + "\" is no URI template",
                    "Like \"scheme://place/{name}\": names of letters, digits and '_'.");
  std::string_view rest = text_;
  for (;;) {
    const std::size_t open = rest.find('{');
    const std::string_view literal = rest.substr(0, open);
    if (literal.find('}') != std::string_view::npos) throw wrong;
    if (!names_.empty() && literal.empty() && open != std::string_view::npos) throw wrong;
    literals_.emplace_back(literal);
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find('}', open);
    if (close == std::string_view::npos) throw wrong;
    const std::string name(rest.substr(open + 1, close - open - 1));
    if (!is_name(name) || std::count(names_.begin(), names_.end(), name) > 0) throw wrong;
    names_.push_back(name);
    rest = rest.substr(close + 1);
  }
  if (names_.empty() || !is_uri(literals_[0] + "x")) throw wrong;
}

std::optional<Value> UriTemplate::match(std::string_view uri) const {
  if (!uri.starts_with(literals_[0])) return std::nullopt;
  uri.remove_prefix(literals_[0].size());
  Value::Record values;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string& next = literals_[i + 1];
    const std::size_t end = next.empty() ? uri.size() : uri.find(next, 1);
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    const std::string_view raw = uri.substr(0, end);
    const std::optional<std::string> plain = decoded(raw);
    if (!plain || raw.find_first_of("/?#") != std::string_view::npos) return std::nullopt;
    values.emplace_back(names_[i], *plain);
    uri.remove_prefix(end + next.size());
  }
  if (!uri.empty()) return std::nullopt;
  return Value(std::move(values));
}

}  // namespace runtime::mcp
