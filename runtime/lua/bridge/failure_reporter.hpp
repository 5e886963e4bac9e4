#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace runtime {

// Failures that no caller is told of (a trigger's run, a finalizer), on their way to the user. One
// that repeats is counted, and many at once are cut short: the log has every one. Owned by the Vm;
// on the loop's thread.
class FailureReporter {
 public:
  static constexpr int kMaxAtOnce = 20;           // different ones; then one a second
  static constexpr std::size_t kLongest = 20000;  // bytes of one

  // `write` is given plain_text().
  explicit FailureReporter(std::function<void(std::string_view)> write)
      : write_(std::move(write)) {}
  ~FailureReporter() { tell_untold(); }
  FailureReporter(const FailureReporter&) = delete;
  FailureReporter& operator=(const FailureReporter&) = delete;

  // `text`: whole lines, of which the first says what it is.
  void add(std::string_view text);

 private:
  bool has_room();
  void tell_untold();

  std::function<void(std::string_view)> write_;
  std::unordered_map<std::string, std::uint64_t> times_;  // by text
  double room_ = kMaxAtOnce;
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
  std::uint64_t untold_ = 0;
};

}  // namespace runtime
