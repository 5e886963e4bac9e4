#pragma once

#include <memory>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/gate/gate.hpp"
#include "native/lua/bridge/desktop_pool.hpp"
#include "native/lua/bridge/event_subscription.hpp"
#include "runtime/core/async/wake.hpp"

namespace native {

// Shares one source of events, which has its own thread and connection, among all listeners; both
// exist only while there is a listener. Driven by the loop thread, which it must not outlive.
class EventHub {
 public:
  EventHub(runtime::Loop& loop, DesktopPool::Open open, std::shared_ptr<Gate> gate);
  ~EventHub();
  EventHub(const EventHub&) = delete;
  EventHub& operator=(const EventHub&) = delete;

  // Returns once every later event will be reported. Throws the desktop's error when it cannot
  // listen, "TIMEOUT" past the deadline.
  runtime::Task<std::shared_ptr<EventSubscription>> listen(Wanted wanted,
                                                           EventSubscription::Kinds kinds,
                                                           Deadline deadline);

 private:
  friend class EventSubscription;
  struct Pump;

  void add(EventSubscription& listener);
  void remove(EventSubscription& listener);
  void refresh();
  void deliver();
  bool dispatch(const Event& event);
  void settle(const Event& event);
  void end_pump();

  DesktopPool::Open open_;
  std::shared_ptr<Gate> gate_;
  runtime::Wake wake_;
  std::vector<EventSubscription*> listeners_;
  std::shared_ptr<Pump> pump_;
  std::vector<std::shared_ptr<Pump>> ending_;  // whose threads have been told to end
  Wanted wanted_;
  std::uint64_t number_ = 0;
  std::uint64_t settled_ = 0;
  bool lost_ = false;
};

}  // namespace native
