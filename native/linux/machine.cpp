#include "native/linux/machine.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "native/desktop/utf8.hpp"
#include "native/linux/bounded_file.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxFile = 1 << 20;  // bytes; cpuinfo has a paragraph for each processor
constexpr std::size_t kMaxText = 200;      // bytes of a fact

// What makers write where they have written nothing.
constexpr std::array<std::string_view, 8> kUnfilled = {
    "To Be Filled By O.E.M.", "To be filled by O.E.M.",
    "System Product Name",    "System manufacturer",
    "Default string",         "Not Specified",
    "Not Applicable",         "None"};

// Returns a text of one line: without what is no text, cut.
std::string plain(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  std::string line;
  for (const char c : replace_invalid_utf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && !is_space(c)) break;
    if (byte != 0x7f) line += c;
  }
  line.erase(line.begin(), std::find_if_not(line.begin(), line.end(), is_space));
  line.erase(std::find_if_not(line.rbegin(), line.rend(), is_space).base(), line.end());
  std::size_t end = std::min(line.size(), kMaxText);
  while (end < line.size() && (line[end] & 0xc0) == 0x80) --end;  // no half character
  line.resize(end);
  return line;
}

std::string content(const std::string& path) { return read_bounded(path, kMaxFile).value_or(""); }

// Returns the value of the first line that begins with the key and the separator.
std::string value_of(std::string_view text, std::string_view key, char separator) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t middle = line.find(separator);
    if (middle == std::string_view::npos || plain(line.substr(0, middle)) != key) continue;
    return plain(line.substr(middle + 1));
  }
  return {};
}

// Returns a value without its quotes (os-release(5)).
std::string unquoted(const std::string& value) {
  if (value.size() < 2 || (value.front() != '"' && value.front() != '\'')) return value;
  const char quote = value.front();
  std::string result;
  for (std::size_t i = 1; i < value.size() && value[i] != quote; ++i) {
    if (value[i] == '\\' && quote == '"' && i + 1 < value.size()) ++i;
    result += value[i];
  }
  return result;
}

std::string system_of(const std::string& root) {
  for (const char* path : {"/etc/os-release", "/usr/lib/os-release"}) {
    const std::string text = content(root + path);
    std::string name = unquoted(value_of(text, "PRETTY_NAME", '='));
    if (name.empty()) name = unquoted(value_of(text, "NAME", '='));
    if (!name.empty()) return name;
  }
  return {};
}

std::string dmi(const std::string& root, const char* name) {
  const std::string text = plain(content(root + "/sys/class/dmi/id/" + name));
  return std::find(kUnfilled.begin(), kUnfilled.end(), text) == kUnfilled.end() ? text
                                                                                : std::string();
}

std::string model_of(const std::string& root) {
  const std::string maker = dmi(root, "sys_vendor");
  std::string product = dmi(root, "product_name");
  // Such makers write the name that people know into the version.
  if (maker == "LENOVO")
    if (const std::string version = dmi(root, "product_version"); !version.empty())
      product = version;
  if (product.empty()) product = dmi(root, "board_name");
  if (product.empty()) product = plain(content(root + "/proc/device-tree/model"));
  if (maker.empty() || product.starts_with(maker)) return product;
  return product.empty() ? maker : maker + " " + product;
}

int count_of(std::string_view text, std::string_view key) {
  int count = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (plain(text.substr(0, std::min(text.find(':'), end))) == key) ++count;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return count;
}

// Returns the name of the processor, by the words of several architectures.
std::string processor_of(const std::string& text) {
  for (const char* key : {"model name", "Model", "cpu model", "cpu", "Hardware"})
    if (std::string name = value_of(text, key, ':'); !name.empty()) return name;
  return {};
}

std::int64_t memory_of(const std::string& root) {
  const std::string value = value_of(content(root + "/proc/meminfo"), "MemTotal", ':');
  std::int64_t kibibytes = 0;
  std::from_chars(value.data(), value.data() + value.size(), kibibytes);
  constexpr std::int64_t kMost = std::int64_t{1} << 50;
  return std::clamp<std::int64_t>(kibibytes, 0, kMost) * 1024;
}

}  // namespace

Machine read_machine(const std::string& root) {
  Machine machine;
  machine.system = system_of(root);
  const std::string release = plain(content(root + "/proc/sys/kernel/osrelease"));
  if (!release.empty()) machine.kernel = "Linux " + release;
  machine.model = model_of(root);
  const std::string processors = content(root + "/proc/cpuinfo");
  machine.processor = processor_of(processors);
  machine.processors = count_of(processors, "processor");
  machine.memory = memory_of(root);
  return machine;
}

}  // namespace native
