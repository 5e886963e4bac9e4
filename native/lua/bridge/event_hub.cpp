#include "native/lua/bridge/event_hub.hpp"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

#include "native/lua/bridge/desktop_service.hpp"
#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/quiet_threads.hpp"
#include "runtime/core/log/log.hpp"

namespace native {

using runtime::Task;

namespace {

constexpr std::size_t kPumpRoom = 1024;
constexpr std::size_t kMaxRegions = 64;
constexpr std::chrono::milliseconds kPatience{500};

template <class T>
void add_new(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& each : more)
    if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
}

}  // namespace

// Shared by the thread and the loop. Outlives the hub while the thread hangs.
struct EventHub::Pump {
  std::unique_ptr<Desktop> desktop;
  std::unique_ptr<Events> source;
  std::shared_ptr<Gate> gate;
  std::shared_ptr<runtime::Wake::Sender> sender;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Event> box;
  std::uint64_t held_back = 0;  // times that the queue was full
  bool full = false;
  bool stopped = false;
  bool ended = false;

  // Returns the free room without waiting. When there is none, the loop wakes the source later.
  std::size_t room() {
    const std::lock_guard lock(mutex);
    const std::size_t left = kPumpRoom - std::min(kPumpRoom, box.size());
    if (left == 0 && !std::exchange(full, true)) ++held_back;
    return left;
  }

  bool put(std::vector<Event> events) {
    const std::lock_guard lock(mutex);
    for (Event& event : events) box.push_back(std::move(event));
    return !stopped;
  }

  // Waits for events and marks those about excluded windows. An event that cannot be judged is
  // concealed.
  std::vector<Event> next() {
    std::vector<Event> events = source->next(room(), Deadline::max());
    for (Event& event : events) {
      try {
        gate->examine(*desktop, event, std::chrono::steady_clock::now() + kPatience);
      } catch (const Error&) {
        event.window.hidden_from = ~0U;
      }
    }
    return events;
  }

  void run() {
    pthread_setname_np(pthread_self(), "events");
    try {
      while (put(next())) sender->send();
    } catch (const std::exception& error) {
      Event lost;
      lost.kind = Event::Kind::kLost;
      lost.error = Error("INTERNAL_ERROR",
                         std::string("listening for desktop events failed: ") + error.what());
      put({lost});
      sender->send();
    }
    const std::lock_guard lock(mutex);
    ended = true;
    changed.notify_all();
  }
};

EventHub::EventHub(runtime::Loop& loop, DesktopPool::Open open, std::shared_ptr<Gate> gate)
    : open_(std::move(open)), gate_(std::move(gate)), wake_(loop, [this] { deliver(); }) {}

EventHub::~EventHub() {
  if (pump_) end_pump();
  // A thread that is cut off by the end of the process leaves behind what it has begun, such as a
  // script inside KWin.
  const auto until = std::chrono::steady_clock::now() + kPatience;
  for (const auto& pump : ending_) {
    std::unique_lock lock(pump->mutex);
    pump->changed.wait_until(lock, until, [&] { return pump->ended; });
  }
}

void EventHub::end_pump() {
  {
    const std::lock_guard lock(pump_->mutex);
    pump_->stopped = true;
  }
  pump_->source->stop();
  std::erase_if(ending_, [](const auto& each) {
    const std::lock_guard lock(each->mutex);
    return each->ended;
  });
  ending_.push_back(std::move(pump_));
  wake_.expect(false);
  wanted_ = Wanted();
  lost_ = false;
  settled_ = number_;
}

void EventHub::add(EventSubscription& listener) {
  if (!pump_) {
    auto pump = std::make_shared<Pump>();
    pump->desktop = open_();
    pump->source = pump->desktop->listen();
    pump->gate = gate_;
    pump->sender = wake_.sender();
    try {
      const runtime::QuietThreads quiet;
      std::thread([pump] { pump->run(); }).detach();
    } catch (const std::system_error&) {
      throw Error("INTERNAL_ERROR", "thread for events failed to start");
    }
    pump_ = std::move(pump);
    wake_.expect(true);
  }
  listeners_.push_back(&listener);
  refresh();
  listener.number_ = number_;
  if (number_ <= settled_) listener.state_ = EventSubscription::State::kListening;
}

void EventHub::remove(EventSubscription& listener) {
  if (std::erase(listeners_, &listener) == 0) return;
  if (listeners_.empty()) return end_pump();
  refresh();
  deliver();  // the removed one may have had no room
}

// Passes the union of all requests to the source, if it changed or the display is lost.
void EventHub::refresh() {
  Wanted all;
  for (const EventSubscription* listener : listeners_) {
    const Wanted& each = listener->wanted_;
    all.windows = all.windows || each.windows;
    all.focus = all.focus || each.focus;
    all.titles = all.titles || each.titles;
    all.moves = all.moves || each.moves;
    all.displays = all.displays || each.displays;
    add_new(all.regions, each.regions);
    add_new(all.hotkeys, each.hotkeys);
    add_new(all.selections, each.selections);
  }
  if (all.regions.size() > kMaxRegions) all.regions = {bounding(all.regions)};
  if (all == wanted_ && !lost_) return;
  wanted_ = all;
  pump_->source->want(std::move(all), ++number_);
}

void EventHub::deliver() {
  bool made_room = false;
  std::uint64_t held_back = 0;
  while (const auto pump = pump_) {
    std::unique_lock lock(pump->mutex);
    if (pump->box.empty()) {
      made_room = std::exchange(pump->full, false);
      held_back = pump->held_back;
      break;
    }
    const Event event = pump->box.front();
    lock.unlock();
    if (!dispatch(event)) break;
    lock.lock();
    pump->box.pop_front();
  }
  if (!made_room || !pump_) return;
  runtime::Value fields;
  fields.set("times", static_cast<std::int64_t>(held_back));
  runtime::log::warn("event queue overflow; resynchronising", fields);
  pump_->source->wake();
}

// Returns false when a listener has no room for it.
bool EventHub::dispatch(const Event& event) {
  const bool for_listeners = event.kind < Event::Kind::kListening;
  if (!for_listeners) {
    settle(event);
    return true;
  }
  for (EventSubscription* listener : listeners_)
    if (listener->wants(event) && !listener->takes(event)) return false;
  for (EventSubscription* listener : listeners_)
    if (listener->wants(event)) listener->add(event);
  return true;
}

void EventHub::settle(const Event& event) {
  using State = EventSubscription::State;
  if (event.kind == Event::Kind::kLost) {
    lost_ = true;
    return runtime::log::warn("display lost; listening resumes when it is back: " +
                              event.error->message);
  }
  if (event.kind == Event::Kind::kListening) {
    if (std::exchange(lost_, false)) runtime::log::info("display is back; listening again");
    settled_ = std::max(settled_, event.number);
  }
  const std::vector<EventSubscription*> all = listeners_;
  for (EventSubscription* listener : all) {
    const bool asking = listener->state_ == State::kAsking && listener->number_ <= event.number;
    if (asking && event.kind == Event::Kind::kFailed) listener->refuse(*event.error);
    for (const Event::Refusal& refusal : event.refused) {
      const auto& hotkeys = listener->wanted_.hotkeys;
      if (std::find(hotkeys.begin(), hotkeys.end(), refusal.hotkey) == hotkeys.end()) continue;
      if (asking)
        listener->refuse(refusal.error);
      else if (listener->state_ == State::kListening)
        runtime::log::warn("hotkey can no longer be grabbed: " + refusal.error.message);
    }
    if (!asking || listener->state_ != State::kAsking || event.kind != Event::Kind::kListening)
      continue;
    listener->state_ = State::kListening;
    listener->changed_.notify_all();
  }
}

namespace {

Task<void> until(runtime::Condition* changed, std::function<bool()> done) {
  while (!done()) co_await changed->wait();
}

}  // namespace

Task<std::shared_ptr<EventSubscription>> EventHub::listen(Wanted wanted,
                                                          EventSubscription::Kinds kinds,
                                                          Deadline deadline) {
  auto listener = std::make_shared<EventSubscription>(*this, std::move(wanted), std::move(kinds));
  EventSubscription* const own = listener.get();
  translated<bool>([&] {
    add(*own);
    return true;
  });
  const double left =
      std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count();
  std::function<bool()> answered = [own] {
    return own->state_ != EventSubscription::State::kAsking;
  };
  Task<void> waiting = until(&own->changed_, std::move(answered));
  Task<void> limited =
      runtime::timeout(left, std::move(waiting), "the display server did not answer in time");
  co_await std::move(limited);
  if (own->state_ == EventSubscription::State::kRefused) rethrow(*own->error_);
  co_return listener;
}

}  // namespace native
