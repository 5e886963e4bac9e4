#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "runtime/core/async/timer.hpp"
#include "runtime/core/async/wall_alarm.hpp"
#include "runtime/lua/modules.hpp"
#include "runtime/lua/modules/seconds.hpp"

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
  const double moment = args.has(2) ? args.number(2) : static_cast<double>(std::time(nullptr));
  constexpr double kFarthest = 1e15;  // seconds: thirty million years
  if (!(std::fabs(moment) <= kFarthest)) args.wrong(2, "seconds since 1970, within 1e15");
  const auto seconds = static_cast<std::time_t>(moment);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[256];
  const std::size_t size = std::strftime(text, sizeof text, pattern.c_str(), &parts);
  if (size == 0 && !pattern.empty())
    throw Error("INVALID_ARGUMENT", "time.format: the result is empty or longer than 255 bytes");
  return Value(std::string(text, size));
}

Task<Results> tick(Args args);
constexpr Function kTick{.call = "ticks",
                         .text = "Waits for the next tick.",
                         .results = {{"integer", "count"}},
                         .work = tick};

// The result of time.every. When called by `for`, waits until the next multiple of its interval.
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

// A time of day, and the moment at which the clock next shows it.
struct TimeOfDay {
  int hour = 0;
  int minute = 0;
  int second = 0;

  std::time_t after(std::time_t moment) const {
    std::tm parts{};
    localtime_r(&moment, &parts);
    for (int day = 0;; ++day) {
      std::tm wanted = parts;
      wanted.tm_mday += day;
      wanted.tm_hour = hour;
      wanted.tm_min = minute;
      wanted.tm_sec = second;
      wanted.tm_isdst = -1;
      const std::time_t found = std::mktime(&wanted);
      if (found > moment || day > 2) return found;
    }
  }
};

TimeOfDay time_of_day(const Args& args) {
  const std::string text = args.string(1);
  TimeOfDay time;
  int end = 0;
  const bool shaped = text.size() == 5 || text.size() == 8;
  const bool read = shaped && (std::sscanf(text.c_str(), "%2d:%2d%n:%2d%n", &time.hour,
                                           &time.minute, &end, &time.second, &end) >= 2);
  const bool plain = text.find_first_not_of("0123456789:") == std::string::npos;
  if (!read || !plain || end != static_cast<int>(text.size()) || time.hour > 23 ||
      time.minute > 59 || time.second > 59)
    args.wrong(1, "a time of day such as \"07:30\" or \"07:30:15\"");
  return time;
}

Task<Results> reach(Args args) {
  const TimeOfDay time = time_of_day(args);
  for (;;) {
    const std::time_t moment = time.after(std::time(nullptr));
    co_await WallAlarm(moment);
    if (std::time(nullptr) >= moment) co_return Value(static_cast<double>(moment));
  }
}

constexpr Parameter kCalledThen{"f", "fun(...)",
                                "What is called then, with what stands behind it."};
constexpr Parameter kWhen{"when", "string", "A time of day, \"07:30\" or \"07:30:15\"."};

constexpr Function kTime[] = {
    {.call = "time.now",
     .text = "Seconds since 1970-01-01 UTC, with fractions.",
     .results = {{"number", "seconds"}},
     .work = now},
    {.call = "time.clock",
     .text = "A clock that never goes back, from an arbitrary start.",
     .results = {{"number", "seconds"}},
     .work = clock},
    {.call = "time.format",
     .text = "Local time by a strftime pattern; now when no time is given.",
     .parameters = {{"pattern", "string", "Of strftime, such as \"%Y-%m-%d %H:%M\"."},
                    {"seconds", "number", "Seconds since 1970-01-01 UTC. Default: now.",
                     Parameter::kOptional}},
     .results = {{"string"}},
     .work = format},
    {.call = "time.every",
     .text = "For `for count in time.every(1) do … end`: waits between the rounds.",
     .parameters = {kSeconds},
     .results = {{"fun(): integer", "timer"}},
     .work = every},
    {.call = "time.after",
     .text = "Runs f(...) once, so many seconds from now, beside the caller; task.cancel() takes "
             "it back. The call lives until then.",
     .parameters = {kSeconds, kCalledThen, {"...", "any", "Its arguments."}},
     .results = {{"task"}},
     .work = Function::Scripted{"time_tasks"}},
    {.call = "time.at",
     .text = "Runs f(...) once, when the clock next shows \"07:30\" or \"07:30:15\" (local time), "
             "beside the caller; task.cancel() takes it back. The call lives until then. event.on "
             "does it every day.",
     .parameters = {kWhen, kCalledThen, {"...", "any", "Its arguments."}},
     .results = {{"task"}},
     .work = Function::Scripted{"time_tasks"}},
    {.call = "time.reach",
     .text = "Waits until the clock next shows \"07:30\" or \"07:30:15\" (local time), through a "
             "suspend and when the clock is set; gives that moment as time.now() counts.",
     .parameters = {kWhen},
     .results = {{"number", "seconds"}},
     .work = reach},
};

}  // namespace

Module time_module() { return Module{.name = "time", .functions = kTime, .about = "Clocks."}; }

}  // namespace runtime
