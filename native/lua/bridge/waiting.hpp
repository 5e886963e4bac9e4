#pragma once

#include <chrono>
#include <functional>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"
#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/workers.hpp"

// Waits for blocking work on its thread.
namespace native {

// Throws native::Error as the runtime's Error.
[[noreturn]] void rethrow(const Error& error);

template <class T>
T translated(const std::function<T()>& work) {
  try {
    return work();
  } catch (const Error& error) {
    rethrow(error);
  }
}

template <class T>
runtime::Task<T> wait_for(runtime::Workers* workers, std::function<T(const runtime::Stop&)> work) {
  const auto job = [work](const runtime::Stop& stop) {
    return translated<T>([&work, &stop] { return work(stop); });
  };
  T result = co_await workers->run(job);
  co_return result;
}

template <class T>
runtime::Task<T> wait_for(runtime::Workers* workers, std::function<T()> work) {
  const std::function<T(const runtime::Stop&)> job = [work](const runtime::Stop&) {
    return work();
  };
  return wait_for<T>(workers, job);
}

// Gives up on work that has not ended by the deadline. A backend normally ends by itself at the
// deadline, with a more exact error; this catches one that does not.
template <class T>
runtime::Task<T> within(Deadline deadline, runtime::Task<T> waiting) {
  constexpr double kGrace = 1;
  const double left =
      std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count() + kGrace;
  return runtime::timeout(left, std::move(waiting), "the display server did not answer in time");
}

}  // namespace native
