#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "runtime/core/caller.hpp"

namespace native {

// Counts the calls of each peer (see Caller) within the last 60 seconds, in a file that all
// processes of the user share. Setting the clock has no effect. Whatever makes the count doubtful
// (a file that is damaged or cannot be written, moments in the future) is taken as a used-up limit
// for a minute. Any thread; blocks for some microseconds, at most a second while others count.
class RateLimit {
 public:
  static constexpr std::int64_t kWindow = 60'000;  // milliseconds
  // At most this many calls are remembered, of all peers together. More are refused.
  static constexpr std::size_t kMaxCounted = 100'000;

  using Clock = std::function<std::int64_t()>;  // milliseconds since the machine was started
  // `folders`: see common_folders(). Counts in the first one that is usable at that moment, and
  // makes it when missing.
  explicit RateLimit(std::vector<std::string> folders);
  RateLimit(std::vector<std::string> folders, Clock clock);

  // Counts the caller's call, once however often it comes. Throws Error "RATE_LIMIT_EXCEEDED" with
  // details.retry_after (seconds, at least 1) once the peer has made `per_minute` calls. 0: no
  // limit.
  void count(const runtime::Caller& caller, int per_minute);

 private:
  bool is_counted(std::int64_t call) const;
  void remember(std::int64_t call);

  std::vector<std::string> folders_;
  Clock clock_;
  std::mutex mutex_;
  std::set<std::int64_t> counted_;  // calls of this process
  std::deque<std::int64_t> order_;  // the same, the oldest first
};

}  // namespace native
