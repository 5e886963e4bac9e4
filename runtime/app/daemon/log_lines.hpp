#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/wake.hpp"

namespace runtime {

// Keeps the last lines of the log in memory. Only one object at a time.
class LogLines {
 public:
  static constexpr std::size_t kKept = 2000;          // lines
  static constexpr std::size_t kMaxBytes = 4u << 20;  // of all of them
  static constexpr std::size_t kLongestLine =
      16u << 10;  // bytes; longer ones are omitted, and counted as lost

  explicit LogLines(Loop& loop);
  ~LogLines();
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;

  struct Part {
    std::uint64_t next = 0;  // the number of the line after these
    std::uint64_t lost = 0;  // requested lines that are no longer available
    std::vector<std::string> lines;
  };
  // Returns up to `most` lines, beginning with line number `first`. Waits until there is one.
  Task<Part> from(std::uint64_t first, std::size_t most);
  // Returns the number of the line that is `count` before the end.
  std::uint64_t before_end(std::size_t count);

 private:
  void add(std::string_view line);

  std::mutex guard_;
  std::deque<std::string> lines_;
  std::size_t bytes_ = 0;
  std::uint64_t end_ = 0;  // number of the next line
  Condition added_;
  Wake wake_;
};

}  // namespace runtime
