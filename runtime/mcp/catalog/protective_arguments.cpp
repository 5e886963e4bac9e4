#include "runtime/mcp/catalog/protective_arguments.hpp"

#include <algorithm>
#include <string_view>

#include "runtime/core/value/edit_distance.hpp"

namespace runtime::mcp {

namespace {

constexpr std::string_view kWords[] = {
    "mask",     "pii",     "redact", "anonymi",      "censor",    "saniti", "sensitive", "secret",
    "obfuscat", "privacy", "blur",   "confidential", "pseudonym", "scrub",  "personal"};
constexpr std::string_view kNames[] = {"maskpii", "enablepiimasking", "piimasking"};

// Returns the letters of a name, without capitals: "mask_PII" is "maskpii".
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
    if (c >= 'a' && c <= 'z') letters += c;
  }
  return letters;
}

bool is_near(std::string_view letters, std::string_view name) {
  const std::size_t most = name.size() / 3;
  const std::size_t more =
      std::max(letters.size(), name.size()) - std::min(letters.size(), name.size());
  return more <= most && edit_distance(letters, name) <= most;
}

bool asks_for_masking(std::string_view name) {
  const std::string letters = letters_of(name);
  return std::any_of(
             std::begin(kWords), std::end(kWords),
             [&](std::string_view word) { return letters.find(word) != std::string::npos; }) ||
         std::any_of(std::begin(kNames), std::end(kNames),
                     [&](std::string_view known) { return is_near(letters, known); });
}

bool is_off(const Value& value) {
  return value.absent() || value == Value(false) || value == Value("");
}

}  // namespace

std::string unknown_protection(const Value& properties, const Value& arguments) {
  if (!arguments.record()) return {};
  for (const auto& [name, value] : *arguments.record())
    if (!is_off(value) && properties[name].is_nil() && asks_for_masking(name)) return name;
  return {};
}

std::string masking_property(const Value& properties) {
  if (!properties.record()) return {};
  for (const auto& [name, schema] : *properties.record())
    if (asks_for_masking(name)) return name;
  return {};
}

}  // namespace runtime::mcp
