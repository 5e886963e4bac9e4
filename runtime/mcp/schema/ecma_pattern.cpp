#include "runtime/mcp/schema/ecma_pattern.hpp"

#include <cstdio>

namespace runtime::mcp {

namespace {

// The contents of brackets: white space and line terminators (ECMA-262, section 22.2.2.9), and the
// complement. A negated class cannot be nested in another, so both are written out.
constexpr std::string_view kSpaces =
    R"(\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF})";
constexpr std::string_view kOthers =
    R"(\x{0}-\x{8}\x{E}-\x{1F}!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027})"
    R"(\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF})";
constexpr std::string_view kDot = R"([^\n\r\x{2028}\x{2029}])";

bool is_hexadecimal(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// Returns the digits of \uXXXX or \u{X…} after its letter, and sets the length of the escape there;
// none for anything else, and for half of a surrogate pair.
std::string_view code_point(std::string_view rest, std::size_t* length) {
  const bool braces = rest.starts_with('{');
  const std::size_t end = braces ? rest.find('}') : 4;
  if (end == std::string_view::npos || rest.size() < end) return {};
  const std::string_view digits = braces ? rest.substr(1, end - 1) : rest.substr(0, end);
  const bool surrogate =
      digits.size() == 4 && (digits[0] == 'd' || digits[0] == 'D') && digits[1] >= '8';
  if (!is_hexadecimal(digits) || surrogate) return {};
  *length = braces ? end + 1 : end;
  return digits;
}

class Translation {
 public:
  explicit Translation(std::string_view pattern) : rest_(pattern) {}

  std::string run() {
    while (!rest_.empty()) step();
    return std::move(text_);
  }

 private:
  void step() {
    const char next = rest_.front();
    if (next == '\\' && rest_.size() > 1) return escape(rest_[1]);
    if (next == '[') in_class_ = true;
    if (next == ']') in_class_ = false;
    if (next == '.' && !in_class_) return put(1, std::string(kDot));
    put(1, std::string(1, next));
  }

  void escape(char letter) {
    if (letter == 's' || letter == 'S') {
      const std::string set(letter == 's' ? kSpaces : kOthers);
      return put(2, in_class_ ? set : "[" + set + "]");
    }
    if (letter == 'u') {
      std::size_t length = 0;
      const std::string_view digits = code_point(rest_.substr(2), &length);
      if (!digits.empty()) return put(2 + length, "\\x{" + std::string(digits) + "}");
    }
    if (letter == 'c' && rest_.size() > 2 && is_letter(rest_[2])) {
      char code[8];
      std::snprintf(code, sizeof code, "\\x%02X", static_cast<unsigned>(rest_[2]) & 0x1F);
      return put(3, code);
    }
    put(2, std::string(rest_.substr(0, 2)));
  }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  void put(std::size_t taken, const std::string& written) {
    rest_.remove_prefix(taken);
    text_ += written;
  }

  std::string_view rest_;
  std::string text_;
  bool in_class_ = false;
};

}  // namespace

std::string re2_pattern(std::string_view pattern) { return Translation(pattern).run(); }

}  // namespace runtime::mcp
