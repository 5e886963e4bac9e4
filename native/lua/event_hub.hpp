#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/lua/desktop_pool.hpp"
#include "runtime/core/condition.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/wake.hpp"

namespace native {

class EventHub;

// One who listens. Its queue is bounded: moves, titles and painted areas that wait in it are
// merged, and while there is no room for more the hub takes nothing from the display, which loses
// nothing for good (see Events).
class Listener {
 public:
  using Kinds = std::vector<Event::Kind>;
  Listener(EventHub& hub, Wanted wanted, Kinds kinds)
      : hub_(hub), wanted_(std::move(wanted)), kinds_(std::move(kinds)) {}
  ~Listener() { close(); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // The next event; nothing once it is closed. One caller at a time.
  runtime::Task<std::optional<Event>> next();
  void close();

 private:
  friend class EventHub;
  enum class State { kAsking, kListening, kRefused, kClosed };

  bool wants(const Event& event) const;
  bool takes(const Event& event);
  void add(const Event& event);
  bool merged(const Event& event);
  void refuse(const Error& error);

  EventHub& hub_;
  const Wanted wanted_;
  const Kinds kinds_;
  State state_ = State::kAsking;
  std::uint64_t number_ = 0;
  std::optional<Error> error_;
  std::deque<Event> queue_;
  runtime::Condition changed_;
};

// Shares one source of events, on a thread and a connection of its own, among all who listen; both
// exist only while somebody does. Driven by the loop thread, which it must not outlive.
class EventHub {
 public:
  EventHub(runtime::Loop& loop, DesktopPool::Open open);
  ~EventHub();
  EventHub(const EventHub&) = delete;
  EventHub& operator=(const EventHub&) = delete;

  // Waits until everything from now on will be told. Throws what the desktop says when it cannot,
  // "TIMEOUT" past the deadline.
  runtime::Task<std::shared_ptr<Listener>> listen(Wanted wanted, Listener::Kinds kinds,
                                                  Deadline deadline);

 private:
  friend class Listener;
  struct Pump;

  void add(Listener& listener);
  void remove(Listener& listener);
  void refresh();
  void deliver();
  bool dispatch(const Event& event);
  void settle(const Event& event);
  void end_pump();

  runtime::Loop& loop_;
  DesktopPool::Open open_;
  runtime::Wake wake_;
  std::vector<Listener*> listeners_;
  std::shared_ptr<Pump> pump_;
  Wanted wanted_;
  std::uint64_t number_ = 0;
  std::uint64_t settled_ = 0;
  bool lost_ = false;
};

}  // namespace native
