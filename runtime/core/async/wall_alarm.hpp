#pragma once

#include <cstdint>

#include "runtime/core/async/awaitable.hpp"

namespace runtime {

// Waits until the system clock reaches a moment (seconds since 1970-01-01 UTC), also across a
// suspend: `co_await WallAlarm(moment)`. Returns early when the clock is set, so check the time
// afterwards.
class WallAlarm : public Awaitable {
 public:
  explicit WallAlarm(std::int64_t moment) : moment_(moment) {}
  ~WallAlarm() { stop(); }
  void await_resume() const;

 private:
  struct Box;
  void start(Loop& loop) override;
  void stop() override;

  std::int64_t moment_;
  Box* box_ = nullptr;
  bool failed_ = false;
};

}  // namespace runtime
