#include "runtime/app/terminal/history.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace runtime {

namespace {

constexpr std::size_t kLongestLine = 65536;
constexpr char kLineBreak = '\x1e';  // in a text
constexpr std::uintmax_t kLargestFile = 16u << 20;

void write_lines(const std::string& path, int flags, const std::vector<std::string>& lines) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  if (file < 0) return;
  fchmod(file, 0600);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  // If a full disk truncates the line, only one line of history is lost.
  [[maybe_unused]] const ssize_t written = write(file, text.data(), text.size());
  close(file);
}

}  // namespace

std::vector<std::string> HistoryFile::load() const {
  std::vector<std::string> lines;
  if (path_.empty()) return lines;
  std::error_code trouble;
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  if (!std::filesystem::exists(folder, trouble)) {
    std::filesystem::create_directories(folder, trouble);
    chmod(folder.c_str(), 0700);
  }
  if (!std::filesystem::is_regular_file(path_, trouble) ||
      std::filesystem::file_size(path_, trouble) > kLargestFile)
    return lines;
  std::ifstream file(path_);
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line.size() <= kLongestLine) lines.push_back(std::move(line));
  if (lines.size() > kKept) {
    const bool overfull = lines.size() > 2 * kKept;
    lines.erase(lines.begin(), lines.end() - kKept);
    if (overfull) write_lines(path_, O_TRUNC, lines);
  }
  for (std::string& line : lines) std::replace(line.begin(), line.end(), kLineBreak, '\n');
  return lines;
}

void HistoryFile::add(const std::string& text) const {
  if (path_.empty() || text.empty() || text.size() > kLongestLine) return;
  std::string line = text;
  std::replace(line.begin(), line.end(), '\n', kLineBreak);
  write_lines(path_, O_APPEND, {line});
}

}  // namespace runtime
