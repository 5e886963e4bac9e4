#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "native/desktop/events.hpp"
#include "runtime/core/async/condition.hpp"

namespace native {

class EventHub;

// One listener. Its queue is bounded: moves, titles and painted areas that wait in it are merged,
// and while it is full the hub takes nothing from the display, which loses nothing for good (see
// Events).
class EventSubscription {
 public:
  using Kinds = std::vector<Event::Kind>;
  EventSubscription(EventHub& hub, Wanted wanted, Kinds kinds)
      : hub_(hub), wanted_(std::move(wanted)), kinds_(std::move(kinds)) {}
  ~EventSubscription() { close(); }
  EventSubscription(const EventSubscription&) = delete;
  EventSubscription& operator=(const EventSubscription&) = delete;

  // Waits for the next event; returns nothing once it is closed. One caller at a time.
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

}  // namespace native
