#include "native/linux/process_activity.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "native/linux/bounded_file.hpp"

namespace native {
namespace {

constexpr int kMaxThreads = 256;
constexpr std::size_t kMaxStatus = 16 << 10;

// Returns the text after "Key:" and blanks on its line.
std::string_view value_of(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + key.size());
  text.remove_prefix(std::min(text.find_first_not_of(": \t"), text.size()));
  return text.substr(0, text.find('\n'));
}

std::uint64_t number_at(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Returns the last of the three numbers: time on a processor, time waiting for one, and how often
// it got one (sched-stats in the kernel's documentation).
std::uint64_t runs_of(std::string_view statistics) {
  while (!statistics.empty() && (statistics.back() == '\n' || statistics.back() == ' '))
    statistics.remove_suffix(1);
  const std::size_t blank = statistics.rfind(' ');
  return blank == std::string_view::npos ? 0 : number_at(statistics.substr(blank + 1));
}

void add_thread(std::string_view status, ProcessActivity& activity) {
  const std::string_view state = value_of(status, "\nState");
  if (state.empty()) return;
  activity.stopped |= state[0] == 'T' || state[0] == 't';
  activity.waiting &= state[0] != 'R' && state[0] != 'D';
  activity.sleeps += number_at(value_of(status, "\nvoluntary_ctxt_switches"));
}

}  // namespace

std::optional<ProcessActivity> process_activity(const std::string& proc, pid_t pid) {
  std::error_code error;
  std::filesystem::directory_iterator threads(proc + "/" + std::to_string(pid) + "/task", error);
  std::optional<ProcessActivity> activity;
  const std::filesystem::directory_iterator end;
  for (int seen = 0; !error && threads != end && seen < kMaxThreads; ++seen) {
    const auto status = read_bounded(threads->path().string() + "/status", kMaxStatus);
    if (status) {
      if (!activity) activity.emplace();
      add_thread(*status, *activity);
      // Read last: a thread that runs after its status was read has got a processor by then.
      const auto statistics = read_bounded(threads->path().string() + "/schedstat", kMaxStatus);
      if (statistics) activity->runs += runs_of(*statistics);
    }
    threads.increment(error);
  }
  return activity;
}

}  // namespace native
