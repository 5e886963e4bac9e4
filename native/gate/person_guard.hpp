#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "native/desktop/desktop.hpp"

namespace native {

// What becomes of acts while a person uses keyboard and pointer.
struct PersonSettings {
  enum class Mode {
    kStop,    // the act under way ends; the next begins after a second of quiet
    kWait,    // the act under way waits for a second of quiet
    kIgnore,  // nothing
  };
  Mode mode = Mode::kStop;
  std::optional<Hotkey> stop_keys = {};  // none: no keys stop acts
  std::function<void()> stop = {};       // what these keys do, on another thread
};

// Lets acts give way to a person. Watches from the first act until a minute after the last, on a
// thread of its own, which sleeps while nothing happens. Any thread; one act at a time.
class PersonGuard {
 public:
  static constexpr std::chrono::milliseconds kQuiet{1000};
  static constexpr std::chrono::seconds kLinger{60};

  explicit PersonGuard(PersonSettings settings, std::chrono::milliseconds linger = kLinger);
  ~PersonGuard();
  PersonGuard(const PersonGuard&) = delete;
  PersonGuard& operator=(const PersonGuard&) = delete;

  // Begins an act: starts watching, and waits for a second of quiet, in which `check` is called
  // every few milliseconds. Throws "INTERRUPTED" when there is none before the deadline.
  void begin(Desktop& desktop, Deadline deadline, const std::function<void()>& check);
  // Throws "INTERRUPTED" when a person has acted since begin(), or waits until it is quiet.
  void check(Deadline deadline, const std::function<void()>& asked);

 private:
  using Clock = std::chrono::steady_clock;

  void run(std::shared_ptr<PersonWatch> watch);
  void wait_for_quiet(Deadline deadline, const std::function<void()>& check);
  bool ended();
  void give_up();

  const PersonSettings settings_;
  const std::chrono::milliseconds linger_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<PersonWatch> watch_;
  bool running_ = false;
  bool stopping_ = false;
  Clock::time_point last_act_{};
  std::optional<Clock::time_point> last_seen_;  // when a person acted
  Clock::time_point began_{};
  std::thread thread_;
};

}  // namespace native
