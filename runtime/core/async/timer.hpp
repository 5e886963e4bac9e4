#pragma once

#include <functional>

#include "runtime/core/async/awaitable.hpp"

namespace runtime {

// Calls a function on the loop once after a delay, unless destroyed earlier. The callback may
// destroy the alarm.
class Alarm {
 public:
  Alarm() = default;
  ~Alarm() { clear(); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // Sets the delay in seconds: negative counts as zero; at most ten years.
  void set(Loop& loop, double seconds, std::function<void()> ring);
  void clear();

 private:
  struct Box;
  Box* box_ = nullptr;
};

// Waits: `co_await sleep(seconds)`.
class Sleep : public Awaitable {
 public:
  explicit Sleep(double seconds) : seconds_(seconds) {}
  void await_resume() const { check(); }

 private:
  void start(Loop& loop) override {
    alarm_.set(loop, seconds_, [this] { complete(); });
  }
  void stop() override { alarm_.clear(); }

  double seconds_;
  Alarm alarm_;
};
inline Sleep sleep(double seconds) { return Sleep(seconds); }

}  // namespace runtime
