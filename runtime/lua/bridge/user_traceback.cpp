#include <cctype>

#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

constexpr std::string_view kHead = "stack traceback:";

// Returns the file named by a line of a traceback, "" for C functions and other lines.
std::string file_of(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  line.remove_prefix(start);
  std::size_t colon = line.find(':');
  while (colon + 1 < line.size() && !std::isdigit(static_cast<unsigned char>(line[colon + 1]))) {
    colon = line.find(':', colon + 1);
    if (colon == std::string_view::npos) return {};
  }
  return colon + 1 < line.size() ? std::string(line.substr(0, colon)) : std::string();
}

}  // namespace

std::string user_traceback(const Vm& vm, const std::string& traceback) {
  const std::string_view whole = traceback;
  std::size_t at = whole.find('\n');
  if (!whole.starts_with(kHead) || at == std::string_view::npos) return traceback;
  std::size_t begin = at;  // start of the C function called by the file, if any
  while (at != std::string_view::npos) {
    const std::size_t end = whole.find('\n', at + 1);
    const std::string_view line = whole.substr(at + 1, end - at - 1);
    const std::string file = file_of(line);
    if (!file.empty() && !vm.own_scripts.contains(file))
      return std::string(kHead) + traceback.substr(begin);
    begin = line.find("[C]: in function") != std::string_view::npos ? at : end;
    at = end;
  }
  return traceback;
}

}  // namespace runtime
