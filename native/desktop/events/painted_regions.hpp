#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "native/desktop/events.hpp"

namespace native {

// Reports what is painted in wanted regions of the screen. The display server collects it, and is
// asked at most once in kPause, however much is painted.
class PaintedRegions {
 public:
  static constexpr std::chrono::milliseconds kPause{16};

  void want(const std::vector<Rect>& regions);
  void note() { painted_ = true; }
  bool marked() const { return painted_ && std::chrono::steady_clock::now() >= next_; }
  // Returns when to report without a further note.
  std::optional<Deadline> due() const { return painted_ ? std::optional(next_) : std::nullopt; }
  // `painted`: all that was, since the last report.
  void report(const std::vector<Rect>& painted, std::vector<Event>& out);

 private:
  std::vector<Rect> regions_;
  bool painted_ = false;
  Deadline next_{};
};

}  // namespace native
