#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace runtime {

// Reports to the user the failures that reach no caller (of a trigger, a finalizer). Counts
// repeated ones and limits bursts; the log has every one. Owned by the Vm; used on the loop's
// thread.
class FailureReporter {
 public:
  static constexpr int kMaxAtOnce = 20;           // different ones; then one per second
  static constexpr std::size_t kLongest = 20000;  // bytes of one message

  // `write` receives plain_text().
  explicit FailureReporter(std::function<void(std::string_view)> write)
      : write_(std::move(write)) {}
  ~FailureReporter() { tell_untold(); }
  FailureReporter(const FailureReporter&) = delete;
  FailureReporter& operator=(const FailureReporter&) = delete;

  // Reports `text`: whole lines, the first of which identifies the failure.
  void add(std::string_view text);

 private:
  bool has_room();
  void tell_untold();

  std::function<void(std::string_view)> write_;
  std::unordered_map<std::string, std::uint64_t> times_;  // by message
  double room_ = kMaxAtOnce;
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
  std::uint64_t untold_ = 0;
};

}  // namespace runtime
