#include "native/desktop/elements.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <random>
#include <string_view>

namespace native {
namespace {

constexpr int kHex = 16;

std::string secret_of_process() {
  std::random_device random;
  std::string secret;
  for (int i = 0; i < 4; ++i) secret += std::to_string(random()) + ".";
  return secret;
}

template <class Number>
bool take_number(std::string_view& text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number, kHex);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.starts_with('-')) return false;
  text.remove_prefix(1);
  return true;
}

template <class Number>
std::string hex(Number number) {
  std::array<char, 20> digits{};
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), number, kHex);
  return std::string(digits.data(), error == std::errc() ? end : digits.data()) + "-";
}

bool has(const std::vector<std::uint64_t>& list, std::uint64_t window) {
  return std::find(list.begin(), list.end(), window) != list.end();
}

}  // namespace

bool ElementScope::is_hidden(std::uint64_t window) const { return has(hidden, window); }

bool ElementScope::is_wanted(std::uint64_t window) const {
  return wanted.empty() || has(wanted, window);
}

std::uint64_t label_of(const std::string& role, const std::string& name) {
  static const std::string secret = secret_of_process();
  return std::hash<std::string>()(secret + role + '\0' + name);
}

std::string id_text(const ElementId& id) {
  return hex(static_cast<std::uint64_t>(id.pid)) + hex(id.start) + hex(id.window) + hex(id.label) +
         id.object;
}

std::optional<ElementId> parse_id(const std::string& text) {
  std::string_view rest = text;
  ElementId id;
  std::uint64_t pid = 0;
  constexpr std::uint64_t kMaxPid = 1 << 30;
  if (!take_number(rest, &pid) || pid > kMaxPid || !take_number(rest, &id.start) ||
      !take_number(rest, &id.window) || !take_number(rest, &id.label))
    return std::nullopt;
  id.pid = static_cast<std::int64_t>(pid);
  id.object = rest;
  return id;
}

}  // namespace native
