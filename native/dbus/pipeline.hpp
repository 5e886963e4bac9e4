#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>

#include "native/dbus/bus.hpp"

namespace native::dbus {

// Calls over one connection that do not wait for each other. Driven by one thread.
class Pipeline {
 public:
  // Gets the answer to a call, none when the method failed. May add calls.
  using Answer = std::function<void(Reply& reply)>;

  // `check` is called before anything is sent, and every few milliseconds while this waits; what it
  // throws ends run(). May be empty.
  Pipeline(Bus& bus, Deadline deadline, std::function<void()> check = {})
      : bus_(bus), deadline_(deadline), check_(std::move(check)) {}

  bool is_empty() const { return waiting_.empty(); }
  // Returns when the last answer came; at first, when this was made.
  std::chrono::steady_clock::time_point last_answer() const { return last_answer_; }

  void add(Method method, Answer answer) {
    waiting_.push_back({std::move(method), std::move(answer)});
  }
  // Runs until every call has been answered, in whatever order. Returns false at the deadline and
  // when the connection is lost: the other calls are then dropped, and their answers never run.
  bool run() { return run_until(deadline_); }
  // Like run(), but gives up earlier; the bus does not count as silent then.
  bool run_until(Deadline moment);

 private:
  // Programs read what comes in at once, so that more in flight would only take memory there.
  static constexpr std::size_t kMaxInFlight = 128;
  struct Call {
    Method method;
    Answer answer;
  };
  struct Sent {
    std::string service;
    Answer answer;
  };

  bool drop();
  bool lose();
  void wait(Deadline moment);
  bool send(Call call);
  void take(sd_bus_message* message);

  Bus& bus_;
  Deadline deadline_;
  std::function<void()> check_;
  std::chrono::steady_clock::time_point last_answer_ = std::chrono::steady_clock::now();
  std::deque<Call> waiting_;
  std::unordered_map<std::uint64_t, Sent> in_flight_;  // by cookie
};

}  // namespace native::dbus
