#include <chrono>
#include <ctime>

#include "runtime/core/timer.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

double clock_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Results now(const Args&) {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return Value(static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9);
}

Results clock(const Args&) { return Value(clock_seconds()); }

Results format(const Args& args) {
  const std::string pattern = args.string(1);
  const std::time_t seconds = args.has(2) ? static_cast<std::time_t>(args.number(2)) : std::time(nullptr);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[256];
  const std::size_t size = std::strftime(text, sizeof text, pattern.c_str(), &parts);
  if (size == 0 && !pattern.empty())
    throw Error("INVALID_ARGUMENT", "time.format: the result is empty or longer than 255 bytes");
  return Value(std::string(text, size));
}

Task<Results> tick(Args args);
constexpr Function kTick{"tick", "ticks() -> count", "Waits for the next tick.", tick};

// What time.every gives: called by `for`, it waits until the next multiple of its interval.
class Ticks : public Object {
 public:
  static constexpr const char* kTypeName = "a timer";
  explicit Ticks(double seconds) : interval(seconds), next(clock_seconds()) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"timer", {}, &kTick};
    return kType;
  }
  double interval;
  double next;
  std::int64_t count = 0;
};

Task<Results> tick(Args args) {
  const auto ticks = args.object<Ticks>(1);
  ticks->next += ticks->interval;
  const double left = ticks->next - clock_seconds();
  if (left < 0) ticks->next = clock_seconds();  // late: no burst to catch up
  co_await sleep(left);
  ++ticks->count;
  co_return Value(ticks->count);
}

Results every(const Args& args) {
  const double seconds = args.number(1);
  if (!(seconds > 0)) args.wrong(1, "a number of seconds greater than 0");
  return Value(std::shared_ptr<Object>(std::make_shared<Ticks>(seconds)));
}

constexpr Function kTime[] = {
    {"now", "time.now() -> seconds", "Seconds since 1970-01-01 UTC, with fractions.", now},
    {"clock", "time.clock() -> seconds", "A clock that never goes back, from an arbitrary start.", clock},
    {"format", "time.format(pattern, seconds?) -> string", "Local time by a strftime pattern; now when no time is given.",
     format},
    {"every", "time.every(seconds) -> timer", "For `for count in time.every(1) do … end`: waits between the rounds.",
     every},
};

}  // namespace

Module time_module() { return Module{"time", kTime, nullptr, Value()}; }

}  // namespace runtime
