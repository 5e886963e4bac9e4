#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"

namespace native {

// Desktops for worker threads: each job borrows one, so that no connection is shared.
class DesktopPool {
 public:
  using Open = std::function<std::unique_ptr<Desktop>()>;
  explicit DesktopPool(Open open) : open_(std::move(open)) {}

  std::unique_ptr<Desktop> take();
  void give_back(std::unique_ptr<Desktop> desktop);

  // Whether success means that the display answered. A status succeeds without an answer.
  enum class Success { kMeansAnswer, kMeansNothing };

  // Runs an operation on a desktop and records whether its display answered.
  template <class T>
  T run(const std::function<T()>& operation, Success success = Success::kMeansAnswer) {
    try {
      T result = operation();
      if (success == Success::kMeansAnswer) answered();
      return result;
    } catch (const Error& error) {
      if (was_late(error)) throw_late();
      failed(error);
      throw;
    }
  }
  // Throws "TIMEOUT" for an operation whose deadline passed before it began. Names the display when
  // earlier operations were waiting for it.
  [[noreturn]] void throw_late();
  // Returns the last desktop's note on a display that was guessed among several; "" for any other.
  std::string guess();

  // Returns a desktop to the pool at the end of a scope.
  struct Return {
    DesktopPool& pool;
    std::unique_ptr<Desktop>& desktop;
    ~Return() { pool.give_back(std::move(desktop)); }
  };

 private:
  static bool was_late(const Error& error);  // the deadline passed before the display was asked
  void answered();
  void failed(const Error& error);

  Open open_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Desktop>> free_;
  std::optional<Error> silence_;  // error of the last operation, if its display did not answer
  std::string guess_;
};

// A desktop of which there is one, because it keeps what others ask for: the areas that were
// painted, or what was copied. Used by one thread at a time.
struct SingleDesktop {
  DesktopPool::Open open;
  std::timed_mutex turn;
  std::unique_ptr<Desktop> desktop;

  // Waits 250 ms beyond the deadline, because the thread before us may end exactly at the deadline
  // with the better error.
  std::unique_lock<std::timed_mutex> take_turn(Deadline deadline) {
    return {turn, deadline + std::chrono::milliseconds(250)};
  }
};

}  // namespace native
