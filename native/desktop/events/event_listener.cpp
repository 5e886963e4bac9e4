#include "native/desktop/events/event_listener.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

namespace native {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kFirstRetry{250};
constexpr milliseconds kLastRetry{5000};

class EventListener : public Events {
 public:
  explicit EventListener(OpenEvents open)
      : open_(std::move(open)), bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~EventListener() override {
    disconnect();
    ::close(bell_);
  }
  EventListener(const EventListener&) = delete;
  EventListener& operator=(const EventListener&) = delete;

  void want(Wanted wanted, std::uint64_t number) override {
    const std::lock_guard lock(mutex_);
    wanted_ = std::move(wanted);
    number_ = number;
    ring();
  }
  void wake() override {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    ring();
  }
  void stop() override {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (connection_) connection_->shut_down();
    ring();
  }

  std::vector<Event> next(std::size_t room, Deadline deadline) override {
    for (;;) {
      const Request request = current();
      if (request.stopped) return {};
      const bool progress = advance(request, room);
      if (room > 0 && !told_.empty()) return take(room);
      if (request.woken) return {};
      if (progress) continue;
      if (steady_clock::now() >= deadline) return {};
      wait(request, room, deadline);
    }
  }

 private:
  struct Request {
    Wanted wanted;
    std::uint64_t number = 0;
    bool woken = false;
    bool stopped = false;
  };

  void ring() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(bell_, &one, sizeof one);
  }
  Request current() {
    const std::lock_guard lock(mutex_);
    return {wanted_, number_, std::exchange(woken_, false), stopped_};
  }
  std::vector<Event> take(std::size_t room) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(room, told_.size()));
    std::vector<Event> result(std::make_move_iterator(told_.begin()),
                              std::make_move_iterator(told_.begin() + count));
    told_.erase(told_.begin(), told_.begin() + count);
    return result;
  }
  void tell(std::vector<Event> events) {
    told_.insert(told_.end(), std::make_move_iterator(events.begin()),
                 std::make_move_iterator(events.end()));
  }
  void tell(Event::Kind kind, std::uint64_t number, std::optional<Error> error) {
    Event event;
    event.kind = kind;
    event.number = number;
    event.error = std::move(error);
    told_.push_back(std::move(event));
  }

  // Returns whether anything was done, so that there may be more to do.
  bool advance(const Request& request, std::size_t room) {
    try {
      bool progress = adopt(request);
      if (!connection_) return progress;
      progress = connection_->drain() || progress;
      if (room > 0 && told_.empty() && connection_->marked()) {
        std::vector<Event> events;
        connection_->collect(room, events);
        tell(std::move(events));
        progress = true;
      }
      return progress;
    } catch (const EventsLost&) {
      lose();
      return true;
    }
  }

  bool adopt(const Request& request) {
    if (connection_ && request.number == applied_) return false;
    if (request.wanted.nothing()) {
      if (request.number == applied_) return false;
      disconnect();
      ledger_ = WindowLedger();
      displays_.reset();
      lost_ = false;
      applied_ = request.number;
      tell(Event::Kind::kListening, applied_, std::nullopt);
      return true;
    }
    if (!connection_ && !connect(request)) return false;
    apply(request);
    return true;
  }

  bool connect(const Request& request) {
    const bool news = request.number != tried_;
    if (!news && steady_clock::now() < retry_at_) return false;
    tried_ = request.number;
    try {
      auto connection = open_(ledger_);
      const std::lock_guard lock(mutex_);
      connection_ = std::move(connection);
      if (stopped_) connection_->shut_down();
    } catch (const Error& error) {
      if (news) tell(Event::Kind::kFailed, request.number, error);
      if (error.code == "DISPLAY_UNAVAILABLE") bereave();
      retry_at_ = steady_clock::now() + pause_;
      pause_ = std::min(pause_ * 2, kLastRetry);
      return false;
    }
    pause_ = kFirstRetry;
    return true;
  }

  // Reports all windows as closed, because the display is gone.
  void bereave() {
    std::vector<Event> events;
    for (const std::uint64_t id : ledger_.ids()) ledger_.closed(id, events);
    tell(std::move(events));
  }

  void apply(const Request& request) {
    std::vector<Event> events;
    Event done;
    done.number = applied_ = request.number;
    try {
      connection_->want(request.wanted, lost_, displays_ ? &*displays_ : nullptr, done, events);
      done.kind = Event::Kind::kListening;
    } catch (const Error& error) {
      done.kind = Event::Kind::kFailed;
      done.error = error;
    }
    lost_ = false;
    displays_.reset();
    // These changes happened before the requested events start.
    tell(std::move(events));
    told_.push_back(std::move(done));
  }

  void lose() {
    const Error error = connection_->lost();
    if (std::vector<Display> known = connection_->displays(); !known.empty())
      displays_ = std::move(known);
    lost_ = true;
    disconnect();
    retry_at_ = steady_clock::now();
    tell(Event::Kind::kLost, applied_, error);
  }

  void disconnect() {
    const std::lock_guard lock(mutex_);
    connection_.reset();
  }

  void wait(const Request& request, std::size_t room, Deadline deadline) {
    if (connection_) {
      if (!connection_->flush()) return;  // the next round reports the error
      if (const auto due = connection_->due(); due && room > 0) deadline = std::min(deadline, *due);
    } else if (!request.wanted.nothing()) {
      deadline = std::min(deadline, retry_at_);
    }
    std::vector<pollfd> states{{bell_, POLLIN, 0}};
    if (connection_)
      for (const int descriptor : connection_->descriptors())
        states.push_back({descriptor, POLLIN, 0});
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
    constexpr auto kLongest = milliseconds(std::chrono::hours(24 * 7)).count();
    const bool forever = deadline == Deadline::max();
    ::poll(states.data(), states.size(),
           forever ? -1 : static_cast<int>(std::clamp<std::int64_t>(left, 0, kLongest)));
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t read = ::read(bell_, &count, sizeof count);
  }

  const OpenEvents open_;
  const int bell_;

  std::mutex mutex_;
  Wanted wanted_;
  std::uint64_t number_ = 0;
  bool woken_ = false;
  bool stopped_ = false;
  std::unique_ptr<EventConnection> connection_;  // its owner changes it under the mutex

  // Used only by the thread of next().
  WindowLedger ledger_;
  std::optional<std::vector<Display>> displays_;  // as last reported, while there is no connection
  std::deque<Event> told_;
  std::uint64_t applied_ = 0;
  std::uint64_t tried_ = 0;
  bool lost_ = false;
  Deadline retry_at_{};
  milliseconds pause_ = kFirstRetry;
};

}  // namespace

std::unique_ptr<Events> listen_over(OpenEvents open) {
  return std::make_unique<EventListener>(std::move(open));
}

}  // namespace native
