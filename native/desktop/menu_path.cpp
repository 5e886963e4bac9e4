#include "native/desktop/menu_path.hpp"

#include <array>
#include <cstdint>

#include "native/desktop/utf8.hpp"

namespace native {
namespace {

bool is_blank(char each) { return each == ' ' || each == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// A range of capitals, and how far away their small letters are; 1: every other one is a capital.
struct Capitals {
  std::uint32_t first, last, distance;
};
constexpr std::array<Capitals, 11> kCapitals = {{{0x41, 0x5A, 32},
                                                 {0xC0, 0xD6, 32},
                                                 {0xD8, 0xDE, 32},
                                                 {0x100, 0x137, 1},
                                                 {0x14A, 0x177, 1},
                                                 {0x391, 0x3A1, 32},
                                                 {0x3A3, 0x3AB, 32},
                                                 {0x400, 0x40F, 80},
                                                 {0x410, 0x42F, 32},
                                                 {0x460, 0x481, 1},
                                                 {0x1E00, 0x1E95, 1}}};

std::uint32_t small_letter(std::uint32_t code) {
  for (const Capitals& each : kCapitals)
    if (code >= each.first && code <= each.last)
      return each.distance > 1 ? code + each.distance : code | 1;
  return code;
}

// Small letters of the ranges above have two bytes in UTF-8 where the capitals have.
std::string lower(std::string_view text) {
  std::string result;
  for (std::size_t bad = 0; !text.empty();) {
    const std::size_t length = utf8_sequence(text, bad);
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    if (length == 1) {
      result += static_cast<char>(small_letter(byte(0)));
    } else if (length == 2) {
      const std::uint32_t code = small_letter((byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU));
      result += static_cast<char>(0xC0 | code >> 6);
      result += static_cast<char>(0x80 | (code & 0x3F));
    } else if (length == 3) {
      const std::uint32_t code =
          small_letter((byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU));
      result += static_cast<char>(0xE0 | code >> 12);
      result += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      result += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      result += text.substr(0, length == 0 ? bad : length);
    }
    text.remove_prefix(length == 0 ? bad : length);
  }
  return result;
}

[[noreturn]] void throw_bad_path(const std::string& why) {
  throw Error(
      "INVALID_ARGUMENT", "menuPath: " + why,
      "Write names with > between, such as 'File > Save As...'; \\> stands for > in a name.",
      {{"field", "menuPath"}});
}

bool takes_dots(std::string_view* text) {
  for (const std::string_view dots : {"...", "\u2026"}) {
    if (!text->ends_with(dots)) continue;
    text->remove_suffix(dots.size());
    return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> parse_menu_path(std::string_view path) {
  std::vector<std::string> names;
  std::string name;
  const auto end_name = [&] {
    const std::string_view whole = trimmed(name);
    if (whole.empty()) throw_bad_path("a name is empty");
    names.emplace_back(whole);
    name.clear();
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool escapes =
        path[i] == '\\' && i + 1 < path.size() && (path[i + 1] == '>' || path[i + 1] == '\\');
    if (path[i] == '>')
      end_name();
    else
      name += path[escapes ? ++i : i];
  }
  end_name();
  if (names.size() > kMaxMenuDepth)
    throw_bad_path("more than " + std::to_string(kMaxMenuDepth) + " names");
  return names;
}

std::string menu_path(const std::vector<std::string>& names) {
  std::string path;
  for (const std::string& name : names) {
    if (!path.empty()) path += " > ";
    for (const char each : name) {
      if (each == '>' || each == '\\') path += '\\';
      path += each;
    }
  }
  return path;
}

std::string plain_menu_name(std::string_view name) {
  std::string_view rest = trimmed(name);
  takes_dots(&rest);
  std::string plain;
  for (const char each : trimmed(rest))
    if (each != '_' && each != '&') plain += each;
  return lower(plain.empty() ? trimmed(name) : plain);
}

std::string without_mnemonic(std::string_view label) {
  std::string name;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] == '_' && i + 1 < label.size()) ++i;
    name += label[i];
  }
  return name;
}

MenuMatch match_menu_name(const std::vector<MenuItem>& items, std::string_view name) {
  MenuMatch exact, plain;
  const std::string wanted = plain_menu_name(name);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (trimmed(items[i].name) == trimmed(name)) {
      exact.place = i;
      ++exact.alike;
    }
    if (plain_menu_name(items[i].name) == wanted) {
      plain.place = i;
      ++plain.alike;
    }
  }
  MenuMatch match = exact.alike > 0 ? exact : plain;
  if (match.alike > 1) match.place.reset();
  return match;
}

}  // namespace native
