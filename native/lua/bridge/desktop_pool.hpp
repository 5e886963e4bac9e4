#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"

namespace native {

// Desktops for worker threads: each job borrows one for itself, so that a connection is never
// shared.
class DesktopPool {
 public:
  using Open = std::function<std::unique_ptr<Desktop>()>;
  explicit DesktopPool(Open open) : open_(std::move(open)) {}

  std::unique_ptr<Desktop> take();
  void give_back(std::unique_ptr<Desktop> desktop);

  // What it says of the display that an operation succeeds: a status does so without an answer.
  enum class Success { kMeansAnswer, kMeansNothing };

  // Runs an operation on a desktop, and remembers whether its display answered.
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
  // For an operation whose time was over before it began: "TIMEOUT", which names the display when
  // that is what others before it were waiting for.
  [[noreturn]] void throw_late();
  // What the last desktop says of a display that was guessed among several; "" for any other.
  std::string guess();

  // Gives a desktop back at the end of a scope, however that ends.
  struct Return {
    DesktopPool& pool;
    std::unique_ptr<Desktop>& desktop;
    ~Return() { pool.give_back(std::move(desktop)); }
  };

 private:
  static bool was_late(const Error& error);  // over before the display was asked
  void answered();
  void failed(const Error& error);

  Open open_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Desktop>> free_;
  std::optional<Error> silence_;  // how the last operation failed, if its display did not answer
  std::string guess_;
};

// The desktop whose connection collects what is painted: one for all, used in turn.
struct Watcher {
  DesktopPool::Open open;
  std::timed_mutex turn;
  std::unique_ptr<Desktop> desktop;

  // Waits a moment beyond the deadline: who is before us may end at this very one, and says why.
  std::unique_lock<std::timed_mutex> take_turn(Deadline deadline) {
    return {turn, deadline + std::chrono::milliseconds(250)};
  }
};

}  // namespace native
