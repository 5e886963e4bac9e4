#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/condition.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/modules.hpp"
#include "runtime/lua/modules/seconds.hpp"

namespace runtime {

namespace {

double seconds_of(const Args& args, std::size_t index) {
  const double seconds = args.number(index);
  if (seconds >= 0) return seconds;
  args.wrong(index, "a number of seconds, 0 or more");
}

Task<Results> spawn(Args args);
Task<Results> wait_for_task(Args args);
Results cancel(const Args& args);

constexpr auto kKept = Function::Tables::kKept;

// A script's handle on a task that it has spawned.
class SpawnedTask : public Object {
 public:
  static constexpr const char* kTypeName = "a task";
  explicit SpawnedTask(Cancel& parent) : scope(&parent) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"task", {}};
    return kType;
  }

  Cancel scope;
  Condition finished;
  bool done = false;
  bool seen = false;  // its failure has been reported to a waiter
  int waiting = 0;
  Results results;
  std::exception_ptr failure;
};

// Counts a waiter for its lifetime.
class Watching {
 public:
  explicit Watching(SpawnedTask& task) : task_(task) { ++task_.waiting; }
  ~Watching() { --task_.waiting; }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

 private:
  SpawnedTask& task_;
};

std::vector<Value> after(const Args& args, std::size_t first) {
  std::vector<Value> rest;
  for (std::size_t i = first; i <= args.size(); ++i) rest.push_back(args[i]);
  return rest;
}

// Makes the call fail when a task fails for which no other task waits.
Task<void> run_spawned(std::shared_ptr<SpawnedTask> task, Task<Results> work) {
  try {
    task->results = co_await std::move(work);
  } catch (const std::exception&) {
    task->failure = std::current_exception();
  }
  task->done = true;
  task->finished.notify_all();
  if (!task->failure) co_return;
  // The spawning task may be about to wait for it.
  try {
    co_await sleep(0);
  } catch (const Cancelled&) {
  }
  if (!task->seen && task->waiting == 0) std::rethrow_exception(task->failure);
}

Task<Results> spawn(Args args) {
  Call& call = args.call();
  auto task = std::make_shared<SpawnedTask>(call.spawned().scope());
  Task<Results> work =
      call_script(call.vm(), args.callback(1), after(args, 2), call.origin, kKept, call.trace_name);
  call.spawned().start(run_spawned(task, std::move(work)), &task->scope);
  co_return Value(std::shared_ptr<Object>(task));
}

Task<Results> wait_for_task(Args args) {
  const auto task = args.object<SpawnedTask>(1);
  const Watching watching(*task);
  while (!task->done) co_await task->finished.wait();
  if (task->failure) {
    task->seen = true;
    std::rethrow_exception(task->failure);
  }
  co_return task->results;
}

Results cancel(const Args& args) {
  args.object<SpawnedTask>(1)->scope.fire();
  return Results();
}

std::vector<Task<Results>> tasks_of(const Args& args) {
  std::vector<Task<Results>> tasks;
  for (const Value& item : args.list(1)) {
    const auto* function = item.as<std::shared_ptr<Callback>>();
    if (!function) args.wrong(1, "a list of functions");
    tasks.push_back(call_script(args.call().vm(), *function, std::vector<Value>(),
                                args.call().origin, kKept, args.call().trace_name));
  }
  return tasks;
}

Task<Results> all_of(Args args) {
  std::vector<Task<Results>> tasks = tasks_of(args);
  const std::vector<Results> each = co_await all(std::move(tasks));
  Results first;
  for (const Results& results : each)
    first.values.push_back(results.values.empty() ? Value() : results.values[0]);
  co_return first;
}

Task<Results> race_of(Args args) {
  std::vector<Task<Results>> tasks = tasks_of(args);
  Results winner = co_await race(std::move(tasks));
  co_return winner;
}

Task<Results> with_timeout(Args args) {
  const double seconds = seconds_of(args, 1);
  Task<Results> work = call_script(args.call().vm(), args.callback(2), after(args, 3),
                                   args.call().origin, kKept, args.call().trace_name);
  Task<Results> limited =
      timeout(seconds, std::move(work), "task did not finish within the time limit");
  Results results = co_await std::move(limited);
  co_return results;
}

Task<Results> with_shield(Args args) {
  const double seconds = seconds_of(args, 1);
  Task<Results> work = call_script(args.call().vm(), args.callback(2), after(args, 3),
                                   args.call().origin, kKept, args.call().trace_name);
  Results results = co_await shield(seconds, std::move(work));
  co_return results;
}

Task<Results> pause(Args args) {
  const double seconds = seconds_of(args, 1);
  co_await sleep(seconds);
  co_return Results();
}

Results ring(const Args& args);
Task<Results> await_bell(Args args);

constexpr Function kBellMethods[] = {
    {.call = "bell:ring",
     .text = "Wakes all tasks that wait for the bell, or the next that does when none waits yet.",
     .work = ring},
    {.call = "bell:wait", .text = "Waits until the bell is rung.", .work = await_bell},
};

// Lets tasks of scripts wait for one another.
class Bell : public Object {
 public:
  static constexpr const char* kTypeName = "a bell";
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"bell", kBellMethods};
    return kType;
  }
  bool rung = false;
  Condition changed;
};

Results ring(const Args& args) {
  const auto bell = args.object<Bell>(1);
  bell->rung = true;
  bell->changed.notify_all();
  return Results();
}

Task<Results> await_bell(Args args) {
  const auto bell = args.object<Bell>(1);
  if (!bell->rung) co_await bell->changed.wait();
  bell->rung = false;
  co_return Results();
}

Results bell_of(const Args&) { return Value(std::shared_ptr<Object>(std::make_shared<Bell>())); }

constexpr Parameter kFunction{"f", "fun(...): ...",
                              "A function; what stands behind it is what it is called with."};
constexpr Parameter kSpawned{"task", "task", "What `task.spawn` gave."};

constexpr Function kTask[] = {
    {.call = "task.spawn",
     .text = "Runs f(...) beside the caller. The call that spawned it ends only when it has ended; "
             "a failure that no task waits for fails the call.",
     .parameters = {kFunction, {"...", "any", "Its arguments."}},
     .results = {{"task"}},
     .work = spawn,
     .tables = Function::Tables::kKept},
    {.call = "task.wait",
     .text = "Waits for a spawned task and returns what it returned, or raises what it raised.",
     .parameters = {kSpawned},
     .results = {{"..."}},
     .work = wait_for_task},
    {.call = "task.cancel",
     .text = "Asks a spawned task to end: its next wait raises CANCELLED.",
     .parameters = {kSpawned},
     .work = cancel},
    {.call = "task.all",
     .text = "Runs the functions side by side and returns the first result of each, in order. The "
             "first failure cancels the others and is raised.",
     .parameters = {{"f", "(fun(): any)[]", "Functions."}},
     .results = {{"..."}},
     .work = all_of},
    {.call = "task.race",
     .text = "Runs the functions side by side and returns the results of the first that ends; the "
             "others are cancelled.",
     .parameters = {{"f", "(fun(): ...)[]", "Functions."}},
     .results = {{"..."}},
     .work = race_of},
    {.call = "task.timeout",
     .text = "Runs f(...); raises TIMEOUT when it takes longer.",
     .parameters = {kSeconds, kFunction, {"...", "any", "Its arguments."}},
     .results = {{"..."}},
     .errors = {"TIMEOUT"},
     .work = with_timeout,
     .tables = Function::Tables::kKept},
    {.call = "task.sleep",
     .text = "Waits for so many seconds.",
     .parameters = {kSeconds},
     .work = pause},
    {.call = "task.shield",
     .text = "Runs f(...) even when the call is being cancelled, for at most so many seconds. For "
             "clean-up.",
     .parameters = {kSeconds, kFunction, {"...", "any", "Its arguments."}},
     .results = {{"..."}},
     .work = with_shield,
     .tables = Function::Tables::kKept},
    {.call = "task.bell",
     .text = "Something that tasks can wait for and others can ring.",
     .results = {{"bell"}},
     .work = bell_of},
};

}  // namespace

Module task_module() {
  return Module{.name = "task",
                .functions = kTask,
                .methods = kBellMethods,
                .about = "Things that run side by side. They take turns where they wait."};
}

}  // namespace runtime
