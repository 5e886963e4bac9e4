#include "runtime/lua/bridge/failure_reporter.hpp"

#include <algorithm>
#include <utility>

#include "runtime/core/value/plain_text.hpp"

namespace runtime {

namespace {

constexpr std::size_t kMaxKnown = 256;  // messages

bool is_power_of_ten(std::uint64_t number) {
  while (number > 1 && number % 10 == 0) number /= 10;
  return number == 1;
}

}  // namespace

bool FailureReporter::has_room() {
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> passed = now - std::exchange(looked_, now);
  room_ = std::min<double>(kMaxAtOnce, room_ + passed.count());
  if (room_ < 1) return false;
  room_ -= 1;
  return true;
}

void FailureReporter::tell_untold() {
  if (untold_ > 0)
    write_("… " + std::to_string(std::exchange(untold_, 0)) +
           " more failures in quick succession; see the log\n");
}

void FailureReporter::add(std::string_view given) {
  const std::string plain = plain_text(given.substr(0, kLongest));
  const std::string_view text = plain;
  const auto known = times_.find(std::string(text));
  if (known != times_.end()) {
    const std::string first(text.substr(0, text.find('\n')));
    if (is_power_of_ten(++known->second))
      write_(first + " (" + std::to_string(known->second) + " times by now)\n");
    return;
  }
  if (!has_room()) {
    ++untold_;
    return;
  }
  if (times_.size() >= kMaxKnown) times_.clear();
  times_[std::string(text)] = 1;
  tell_untold();
  write_(text.ends_with('\n') ? text : std::string(text) + "\n");
}

}  // namespace runtime
