#include "runtime/app/daemon/log_lines.hpp"

#include <algorithm>

#include "runtime/core/log/log.hpp"

namespace runtime {

LogLines::LogLines(Loop& loop) : wake_(loop, [this] { added_.notify_all(); }) {
  wake_.expect(true);
  log::listen([this](std::string_view line) { add(line); });
}

LogLines::~LogLines() { log::listen(nullptr); }

// Thread-safe.
void LogLines::add(std::string_view line) {
  {
    const std::lock_guard lock(guard_);
    if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
    if (line.size() > kLongestLine) line = {};
    lines_.emplace_back(line);
    bytes_ += line.size();
    ++end_;
    while (lines_.size() > kKept || bytes_ > kMaxBytes) {
      bytes_ -= lines_.front().size();
      lines_.pop_front();
    }
  }
  wake_.sender()->send();
}

Task<LogLines::Part> LogLines::from(std::uint64_t first, std::size_t most) {
  for (;;) {
    {
      const std::lock_guard lock(guard_);
      const std::uint64_t oldest = end_ - lines_.size();
      if (first < end_) {
        Part part;
        part.lost = first < oldest ? oldest - first : 0;
        const std::size_t begin = first > oldest ? static_cast<std::size_t>(first - oldest) : 0;
        const std::size_t count = std::min(most, lines_.size() - begin);
        part.next = oldest + begin + count;
        for (std::size_t i = begin; i < begin + count; ++i)
          if (lines_[i].empty())
            ++part.lost;
          else
            part.lines.push_back(lines_[i]);
        co_return part;
      }
    }
    co_await added_.wait();
  }
}

std::uint64_t LogLines::before_end(std::size_t count) {
  const std::lock_guard lock(guard_);
  return end_ - std::min(count, lines_.size());
}

}  // namespace runtime
