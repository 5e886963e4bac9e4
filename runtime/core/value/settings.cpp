#include "runtime/core/value/settings.hpp"

#include <cctype>
#include <cstdlib>

namespace runtime::settings {

namespace {

Value& file_values() {
  static Value values;
  return values;
}

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::string plain(const Value& value) {
  if (const auto* text = value.string()) return *text;
  if (const auto* flag = value.as<bool>()) return *flag ? "true" : "false";
  if (const auto* whole = value.as<std::int64_t>()) return std::to_string(*whole);
  if (const auto* number = value.as<double>()) return std::to_string(*number);
  return {};
}

}  // namespace

void configure(Value values) { file_values() = std::move(values); }

std::string text(std::string_view variable) {
  const char* value = std::getenv(std::string(variable).c_str());
  if (value && *value) return value;
  return plain(file_values()[key_of(variable)]);
}

bool is_on(std::string_view value) {
  const std::string low = lower(value);
  return low == "true" || low == "1";
}

std::string key_of(std::string_view name) {
  std::string key;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool hump =
        i > 0 && std::isupper(c) && std::islower(static_cast<unsigned char>(name[i - 1]));
    if (hump) key += '_';
    key += c == '-' ? '_' : static_cast<char>(std::tolower(c));
  }
  constexpr std::string_view kPrefix = "peekaboo_";
  return key.starts_with(kPrefix) ? key.substr(kPrefix.size()) : key;
}

}  // namespace runtime::settings
