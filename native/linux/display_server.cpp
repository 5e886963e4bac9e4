#include "native/linux/display_server.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "native/linux/bounded_file.hpp"
#include "native/linux/process_info.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxCommandLine = 64 * 1024;

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find('\0'));
    words.push_back(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return words;
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Returns the name of the folder that holds the `-auth` file, without its parent folders.
std::string_view authority_folder(const std::vector<std::string_view>& words) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] != "-auth") continue;
    const std::string_view file = words[i + 1];
    const std::size_t end = file.rfind('/');
    return end == std::string_view::npos ? std::string_view() : last_part(file.substr(0, end));
  }
  return {};
}

bool is_child_of(const std::string& proc, pid_t pid, std::string_view name) {
  const auto status = process_status(proc, pid);
  const auto parent = status ? process_status(proc, status->parent) : std::nullopt;
  return parent && parent->name == name;
}

}  // namespace

DisplayServer kind_of_server(const std::string& proc, pid_t pid) {
  if (pid <= 0) return DisplayServer::kSession;
  const auto text = read_bounded(proc + "/" + std::to_string(pid) + "/cmdline", kMaxCommandLine);
  if (!text) return DisplayServer::kSession;
  const std::vector<std::string_view> words = words_of(*text);
  if (words.empty() || last_part(words[0]) != "Xvfb") return DisplayServer::kSession;
  const std::string_view folder = authority_folder(words);
  if (folder.starts_with(kVirtualDisplayFolder)) return DisplayServer::kOurs;
  // xvfb-run is a shell script; the kernel reports the script's name.
  if (folder.starts_with("xvfb-run.") || is_child_of(proc, pid, "xvfb-run"))
    return DisplayServer::kErrand;
  return DisplayServer::kInMemory;
}

}  // namespace native
