#pragma once

#include <vector>

#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"

// Combinators. Each waits for its cancelled tasks to end, so that none runs on after it has
// returned.
namespace runtime {

// Throws Error "TIMEOUT" (message `what`) when `task` is not complete after `seconds`.
template <class T>
Task<T> timeout(double seconds, Task<T> task, std::string what) {
  const Context context = co_await current_context();
  Cancel scope(context.cancel);
  bool expired = false;
  Alarm alarm;
  alarm.set(*context.loop, seconds, [&] {
    expired = true;
    scope.fire();
  });
  try {
    if constexpr (std::is_void_v<T>) {
      co_await std::move(task).under(scope);
      co_return;
    } else {
      T result = co_await std::move(task).under(scope);
      co_return result;
    }
  } catch (const Cancelled&) {
    if (!expired || context.cancel->fired()) throw;
  }
  throw Error("TIMEOUT", what);
}

// Runs a task for at most `seconds`, shielded from cancellation by the surrounding scope.
template <class T>
Task<T> shield(double seconds, Task<T> task) {
  const Context context = co_await current_context();
  Cancel scope;
  Alarm alarm;
  alarm.set(*context.loop, seconds, [&] { scope.fire(); });
  if constexpr (std::is_void_v<T>) {
    co_await std::move(task).under(scope);
  } else {
    T result = co_await std::move(task).under(scope);
    co_return result;
  }
}

template <class T>
Task<void> keep(Task<T> task, T* slot) {
  *slot = co_await std::move(task);
}

// Returns all results, in the order of the tasks. The first failure cancels the rest and is
// rethrown.
template <class T>
Task<std::vector<T>> all(std::vector<Task<T>> tasks) {
  const Context context = co_await current_context();
  std::vector<T> results(tasks.size());
  Nursery nursery(context);
  for (std::size_t i = 0; i < tasks.size(); ++i)
    nursery.start(keep(std::move(tasks[i]), &results[i]));
  co_await nursery.join();
  co_return results;
}

template <class T>
Task<void> keep_first(Task<T> task, std::optional<T>* slot, Nursery* nursery) {
  T result = co_await std::move(task);
  if (*slot) co_return;
  slot->emplace(std::move(result));
  nursery->cancel();
}

// Returns the first result. The other tasks are cancelled and awaited.
template <class T>
Task<T> race(std::vector<Task<T>> tasks) {
  const Context context = co_await current_context();
  std::optional<T> winner;
  Nursery nursery(context);
  for (Task<T>& task : tasks) nursery.start(keep_first(std::move(task), &winner, &nursery));
  co_await nursery.join();
  if (!winner) throw Error("INVALID_ARGUMENT", "a race needs at least one task");
  co_return std::move(*winner);
}

}  // namespace runtime
