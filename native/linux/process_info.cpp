#include "native/linux/process_info.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <sstream>

#include "native/linux/bounded_file.hpp"

namespace native {

std::optional<ProcessStatus> process_status(const std::string& proc, pid_t pid) {
  const auto text = read_bounded(proc + "/" + std::to_string(pid) + "/stat", 4096);
  if (!text) return std::nullopt;
  // The name is in parentheses and may itself contain spaces and parentheses, so the last one ends
  // it.
  const std::size_t open = text->find('(');
  const std::size_t close = text->rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  ProcessStatus result;
  result.name = text->substr(open + 1, close - open - 1);
  std::istringstream rest(text->substr(close + 1));
  std::string skipped;
  rest >> result.state >> result.parent;
  constexpr int kFieldsBetweenParentAndTimes = 9;
  for (int i = 0; i < kFieldsBetweenParentAndTimes; ++i) rest >> skipped;
  std::uint64_t user = 0, system = 0;
  rest >> user >> system;
  result.processor = user + system;
  constexpr int kFieldsBetweenTimesAndStart = 6;
  for (int i = 0; i < kFieldsBetweenTimesAndStart; ++i) rest >> skipped;
  rest >> result.start;
  if (rest.fail()) return std::nullopt;
  return result;
}

std::vector<std::int64_t> process_ancestors(const std::string& proc, pid_t pid) {
  constexpr std::size_t kMaxAncestors = 64;
  std::vector<std::int64_t> ancestors;
  while (ancestors.size() < kMaxAncestors) {
    const auto status = process_status(proc, pid);
    if (!status || status->parent <= 1) break;
    pid = status->parent;
    ancestors.push_back(pid);
  }
  return ancestors;
}

bool process_ends_within(pid_t pid, std::chrono::milliseconds patience) {
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (handle < 0) return errno == ESRCH;
  pollfd entry{handle, POLLIN, 0};
  const bool ended = ::poll(&entry, 1, static_cast<int>(patience.count())) > 0;
  ::close(handle);
  return ended;
}

std::optional<std::chrono::nanoseconds> process_held_up(const std::string& proc, pid_t pid) {
  const auto text = read_bounded(proc + "/" + std::to_string(pid) + "/schedstat", 256);
  if (!text) return std::nullopt;
  std::istringstream fields(*text);
  std::int64_t ran = 0;
  std::int64_t waited = 0;
  fields >> ran >> waited;
  if (fields.fail()) return std::nullopt;
  return std::chrono::nanoseconds(waited);
}

std::string process_executable(const std::string& proc, pid_t pid) {
  std::array<char, 4096> buffer{};
  const std::string path = proc + "/" + std::to_string(pid) + "/exe";
  const ssize_t length = ::readlink(path.c_str(), buffer.data(), buffer.size());
  if (length <= 0) return {};
  std::string target(buffer.data(), static_cast<std::size_t>(length));
  constexpr std::string_view kDeleted = " (deleted)";
  if (target.ends_with(kDeleted)) target.resize(target.size() - kDeleted.size());
  return target.substr(target.rfind('/') + 1);
}

}  // namespace native
