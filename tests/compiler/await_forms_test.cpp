// Pins the forms of co_await that the house style allows, on the compiler at hand. g++ 12 destroys
// temporaries twice in other forms (tests/lint/await_lint.py forbids those); if one of these rows
// fails or the address sanitizer speaks up, the compiler is not fit to build the project.
#include <gtest/gtest.h>

#include <coroutine>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

std::deque<std::coroutine_handle<>> ready;

// Suspends and comes back through the queue, like every leaf of the real loop.
struct Turn {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiter) const { ready.push_back(waiter); }
  void await_resume() const noexcept {}
};

template <typename T>
class Task {
 public:
  struct promise_type {
    Task get_return_object() { return Task(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept {
        auto next = self.promise().waiter;
        return next ? next : std::coroutine_handle<>(std::noop_coroutine());
      }
      void await_resume() const noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(T result) { value.emplace(std::move(result)); }
    void unhandled_exception() { std::terminate(); }
    std::optional<T> value;
    std::coroutine_handle<> waiter;
  };
  using Handle = std::coroutine_handle<promise_type>;

  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiter) noexcept {
    handle_.promise().waiter = waiter;
    return handle_;
  }
  T await_resume() { return std::move(*handle_.promise().value); }

  T run() {
    handle_.resume();
    while (!ready.empty()) {
      auto next = ready.front();
      ready.pop_front();
      next.resume();
    }
    return await_resume();
  }

 private:
  Handle handle_;
};

// Knows which of its objects are alive; a second destruction of one is counted, not undefined.
class Tracked {
 public:
  explicit Tracked(int number = 0) : text(std::string(40, 'x') + std::to_string(number)) { born(); }
  Tracked(const Tracked& other) : text(other.text) { born(); }
  Tracked(Tracked&& other) noexcept : text(std::move(other.text)) { born(); }
  Tracked& operator=(const Tracked&) = default;
  ~Tracked() {
    if (alive.erase(this) == 0) ++faults;
  }
  std::string text;
  static std::set<const Tracked*> alive;
  static int faults;

 private:
  void born() {
    if (!alive.insert(this).second) ++faults;
  }
};
std::set<const Tracked*> Tracked::alive;
int Tracked::faults = 0;

struct Aggregate {
  Tracked thing;
  std::string text;
};
struct Plain {
  int x;
  int y;
};

Task<int> length(Tracked thing) {
  co_await Turn();
  co_return static_cast<int>(thing.text.size());
}
Task<int> length_of_text(std::string text) {
  co_await Turn();
  co_return static_cast<int>(text.size());
}
Task<int> total(Aggregate aggregate) {
  co_await Turn();
  co_return static_cast<int>(aggregate.thing.text.size() + aggregate.text.size());
}
Task<int> sum(Plain plain) {
  co_await Turn();
  co_return plain.x + plain.y;
}
Task<int> pointed(std::unique_ptr<Tracked> thing) {
  co_await Turn();
  co_return static_cast<int>(thing->text.size());
}
Task<int> maybe(std::optional<Tracked> thing) {
  co_await Turn();
  co_return thing ? 1 : 0;
}
Task<int> both(std::pair<Tracked, int> pair) {
  co_await Turn();
  co_return pair.second;
}
template <typename Function>
Task<int> call(Function function) {
  co_await Turn();
  co_return function();
}
Task<bool> truth(bool value) {
  co_await Turn();
  co_return value;
}
Task<std::vector<Tracked>> several() {
  co_await Turn();
  co_return std::vector<Tracked>(3);
}
Task<Aggregate> aggregate() {
  co_await Turn();
  co_return Aggregate{Tracked(7), "text"};
}

Task<std::optional<std::string>> next_line(int i) {
  co_await Turn();
  if (i > 20) co_return std::nullopt;
  co_return std::string(static_cast<std::size_t>(i) * 9, 'l');
}

class Waiter {
 public:
  explicit Waiter(Tracked thing) : thing_(std::move(thing)) {}
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiter) const { ready.push_back(waiter); }
  int await_resume() const { return static_cast<int>(thing_.text.size()); }

 private:
  Tracked thing_;
};

class AwaitForms : public testing::Test {
 protected:
  void SetUp() override {
    Tracked::alive.clear();
    Tracked::faults = 0;
  }
  void TearDown() override {
    EXPECT_EQ(Tracked::faults, 0) << "an object was destroyed twice";
    EXPECT_TRUE(Tracked::alive.empty()) << "an object was not destroyed";
    EXPECT_TRUE(ready.empty());
  }
};

Task<int> named_local() {
  Tracked thing(1);
  int result = co_await length(std::move(thing));
  co_return result;
}
TEST_F(AwaitForms, NamedLocalIsMoved) { EXPECT_EQ(named_local().run(), 41); }

Task<int> task_in_a_local() {
  auto task = total({.thing = Tracked(1), .text = "four"});
  int result = co_await std::move(task);
  co_return result;
}
TEST_F(AwaitForms, TaskOfAnAggregateInALocalFirst) { EXPECT_EQ(task_in_a_local().run(), 45); }

Task<int> named_aggregate() {
  Aggregate options{Tracked(1), "four"};
  int result = co_await total(std::move(options));
  co_return result;
}
TEST_F(AwaitForms, NamedAggregate) { EXPECT_EQ(named_aggregate().run(), 45); }

Task<int> string_temporary() {
  int result = co_await length_of_text(std::string(100, 'y'));
  co_return result;
}
TEST_F(AwaitForms, StringTemporary) { EXPECT_EQ(string_temporary().run(), 100); }

Task<int> string_literal() {
  int result = co_await length_of_text("a literal that does not fit in place, ever");
  co_return result;
}
TEST_F(AwaitForms, StringLiteral) { EXPECT_EQ(string_literal().run(), 42); }

Task<int> constructed_temporaries() {
  int result = co_await length(Tracked(1));
  result += co_await pointed(std::make_unique<Tracked>(2));
  result += co_await maybe(std::optional<Tracked>(Tracked(3)));
  result += co_await both(std::pair<Tracked, int>(Tracked(4), 5));
  co_return result;
}
TEST_F(AwaitForms, TemporariesWithConstructors) {
  EXPECT_EQ(constructed_temporaries().run(), 41 + 41 + 1 + 5);
}

Task<int> awaiter_with_constructor() {
  int result = co_await Waiter(Tracked(1));
  co_return result;
}
TEST_F(AwaitForms, AwaiterWithConstructor) { EXPECT_EQ(awaiter_with_constructor().run(), 41); }

Task<int> named_lambda() {
  Tracked thing(1);
  auto size = [thing] { return static_cast<int>(thing.text.size()); };
  int result = co_await call(std::move(size));
  co_return result;
}
TEST_F(AwaitForms, CapturingLambdaInALocalFirst) { EXPECT_EQ(named_lambda().run(), 41); }

Task<int> plain_lambda() {
  int result = co_await call([] { return 3; });
  co_return result;
}
TEST_F(AwaitForms, LambdaWithoutCapture) { EXPECT_EQ(plain_lambda().run(), 3); }

Task<int> trivial_aggregate() {
  Plain plain{1, 2};
  int result = co_await sum(plain);
  co_return result;
}
TEST_F(AwaitForms, TrivialAggregate) { EXPECT_EQ(trivial_aggregate().run(), 3); }

Task<int> in_conditions() {
  bool always = true;
  int result = 0;
  if (always && co_await truth(true)) result += 1;
  while (co_await truth(result < 3)) result += 1;
  switch (co_await length(Tracked(1))) {
    case 41:
      result += 10;
      break;
    default:
      break;
  }
  co_return result;
}
TEST_F(AwaitForms, InIfWhileAndSwitch) { EXPECT_EQ(in_conditions().run(), 13); }

Task<int> in_a_range_for() {
  int result = 0;
  for (const Tracked& thing : co_await several()) {
    result += co_await length(thing);
  }
  co_return result;
}
TEST_F(AwaitForms, InARangeFor) { EXPECT_EQ(in_a_range_for().run(), 3 * 41); }

Task<Tracked> remade(std::string text) {
  if (text.size() > 60) co_await Turn();
  co_return Tracked(static_cast<int>(text.size()));
}
Task<int> length_and(Tracked thing, std::size_t more) {
  co_await Turn();
  co_return static_cast<int>(thing.text.size() + more);
}

// Both awaits of a branch, the second of what the first one gave; once with a new local, once with
// an older one.
Task<int> in_branches_of_a_loop() {
  int result = 0;
  Tracked last;
  for (int i = 0;; ++i) {
    std::optional<std::string> line = co_await next_line(i);
    if (!line) co_return result;
    if (line->empty()) {
      const std::string why = "empty line " + std::to_string(i);
      Tracked refusal(i);
      co_await length(std::move(refusal));
    } else if (line->size() < 100) {
      const std::size_t size = line->size();
      Tracked thing = co_await remade(std::move(*line));
      result += co_await length_and(std::move(thing), size);
    } else if (line->size() < 150) {
      last = co_await remade(std::move(*line));
      co_await length_and(std::move(last), 1);
    }
    co_await Turn();
  }
}
TEST_F(AwaitForms, TwoAwaitsInABranchOfALoop) { EXPECT_GT(in_branches_of_a_loop().run(), 10 * 41); }

Task<int> structured_binding() {
  auto [thing, text] = co_await aggregate();
  co_return static_cast<int>(thing.text.size() + text.size());
}
TEST_F(AwaitForms, StructuredBindingAndReturnedAggregate) {
  EXPECT_EQ(structured_binding().run(), 45);
}

Task<int> chain(int depth) {
  if (depth == 0) co_return 0;
  int below = co_await chain(depth - 1);
  co_return below + 1;
}
TEST_F(AwaitForms, NestedTasks) { EXPECT_EQ(chain(500).run(), 500); }

}  // namespace
