#include "native/linux/program_name.hpp"

#include <array>
#include <cctype>
#include <string_view>

namespace native {
namespace {

constexpr std::array<std::string_view, 5> kEndings = {".exe", ".bin", "-bin", ".real", "-wrapped"};
constexpr std::string_view kSystem = "-linux-gnu";  // in a GNU triplet, which may end in "eabihf"

bool ends_with(std::string_view text, std::string_view ending) {
  if (text.size() <= ending.size()) return false;
  const std::string_view last = text.substr(text.size() - ending.size());
  for (std::size_t i = 0; i < ending.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(last[i])) != ending[i]) return false;
  }
  return true;
}

}  // namespace

std::string program_name(const std::string& file) {
  std::string name = file;
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && dot > 0 && name.find(kSystem, dot) != std::string::npos)
    name.resize(dot);
  for (const std::string_view ending : kEndings) {
    if (!ends_with(name, ending)) continue;
    name.resize(name.size() - ending.size());
    if (ending == "-wrapped" && name.size() > 1 && name.front() == '.') name.erase(0, 1);
  }
  return name;
}

}  // namespace native
