#include "native/x11/events/x11_events.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <mutex>
#include <utility>

#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/errors.hpp"
#include "native/x11/connection/socket.hpp"
#include "native/x11/events/display_watch.hpp"
#include "native/x11/events/hotkey_watch.hpp"
#include "native/x11/events/paint_watch.hpp"
#include "native/x11/events/selection_watch.hpp"
#include "native/x11/events/window_watch.hpp"

namespace native {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using x11::Connection;

constexpr milliseconds kConnectTime{5000};
constexpr milliseconds kFirstRetry{250};
constexpr milliseconds kLastRetry{5000};

// The watches over one connection.
struct Watches {
  Watches(Connection& connection, WindowLedger& ledger)
      : windows(connection, ledger),
        paint(connection),
        displays(connection),
        hotkeys(connection),
        selections(connection) {}

  void take(const xcb_generic_event_t& event) {
    windows.take(event);
    paint.take(event);
    displays.take(event);
    hotkeys.take(event);
    selections.take(event);
  }
  bool marked() const {
    return windows.marked() || paint.marked() || displays.marked() || hotkeys.marked() ||
           selections.marked();
  }
  void collect(std::size_t room, std::vector<Event>& out) {
    const auto left = [&] { return room - std::min(room, out.size()); };
    hotkeys.collect(left(), out);
    selections.collect(left(), out);
    displays.collect(left(), out);
    windows.collect(left(), out);
    paint.collect(left(), out);
  }

  x11::WindowWatch windows;
  x11::PaintWatch paint;
  x11::DisplayWatch displays;
  x11::HotkeyWatch hotkeys;
  x11::SelectionWatch selections;
};

class X11Events : public Events {
 public:
  explicit X11Events(SessionRoots roots)
      : roots_(std::move(roots)), bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~X11Events() override { disconnect(); }

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
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
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
    [[maybe_unused]] const ssize_t written = ::write(bell_.get(), &one, sizeof one);
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
      progress = drain() || progress;
      if (room > 0 && told_.empty() && watches_->marked()) {
        std::vector<Event> events;
        watches_->collect(room, events);
        tell(std::move(events));
        progress = true;
      }
      return progress;
    } catch (const x11::ConnectionLost&) {
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
      const DesktopSession session = find_session(roots_);
      if (session.display.empty()) throw x11::no_display_error(session);
      auto connection = Connection::open(roots_, session, steady_clock::now() + kConnectTime);
      const std::lock_guard lock(mutex_);
      connection_ = std::move(connection);
      socket_ = connection_->descriptor();
      if (stopped_) ::shutdown(socket_, SHUT_RDWR);
    } catch (const Error& error) {
      if (news) tell(Event::Kind::kFailed, request.number, error);
      if (error.code == "DISPLAY_UNAVAILABLE") bereave();
      retry_at_ = steady_clock::now() + pause_;
      pause_ = std::min(pause_ * 2, kLastRetry);
      return false;
    }
    pause_ = kFirstRetry;
    watches_ = std::make_unique<Watches>(*connection_, ledger_);
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
      watches_->windows.want(request.wanted, !lost_, events);
      watches_->displays.want(request.wanted.displays, displays_ ? &*displays_ : nullptr);
      watches_->hotkeys.want(request.wanted.hotkeys, done.refused);
      watches_->paint.want(request.wanted.regions);
      watches_->selections.want(request.wanted.selections);
      // A round trip, so that kListening also holds for what other clients do over their
      // connections.
      xcb_connection_t* c = connection_->raw();
      if (!x11::Ask<xcb_get_input_focus_reply>(c, xcb_get_input_focus(c)).wait())
        throw x11::ConnectionLost{};
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

  bool drain() {
    bool any = false;
    for (;;) {
      const auto event = connection_->poll_event();
      if (!event) break;
      any = true;
      watches_->take(*event);
    }
    if (xcb_connection_has_error(connection_->raw()) != 0) throw x11::ConnectionLost{};
    return any;
  }

  void lose() {
    const Error error = x11::lost_error(connection_->name().text);
    if (!watches_->displays.displays().empty()) displays_ = watches_->displays.displays();
    lost_ = true;
    disconnect();
    retry_at_ = steady_clock::now();
    tell(Event::Kind::kLost, applied_, error);
  }

  void disconnect() {
    watches_.reset();
    const std::lock_guard lock(mutex_);
    socket_ = -1;
    connection_.reset();
  }

  void wait(const Request& request, std::size_t room, Deadline deadline) {
    if (connection_) {
      if (xcb_flush(connection_->raw()) <= 0) return;  // the next round reports the error
      if (const auto due = watches_->paint.due(); due && room > 0)
        deadline = std::min(deadline, *due);
    } else if (!request.wanted.nothing()) {
      deadline = std::min(deadline, retry_at_);
    }
    pollfd states[] = {{bell_.get(), POLLIN, 0},
                       {connection_ ? connection_->descriptor() : -1, POLLIN, 0}};
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
    constexpr auto kLongest = milliseconds(std::chrono::hours(24 * 7)).count();
    const bool forever = deadline == Deadline::max();
    ::poll(states, 2, forever ? -1 : static_cast<int>(std::clamp<std::int64_t>(left, 0, kLongest)));
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t read = ::read(bell_.get(), &count, sizeof count);
  }

  const SessionRoots roots_;
  const x11::Socket bell_;

  std::mutex mutex_;
  Wanted wanted_;
  std::uint64_t number_ = 0;
  bool woken_ = false;
  bool stopped_ = false;
  int socket_ = -1;  // of connection_; its owner changes it under the mutex

  // Used only by the thread of next().
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Watches> watches_;
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

std::unique_ptr<Events> listen_to_x11(SessionRoots roots) {
  return std::make_unique<X11Events>(std::move(roots));
}

}  // namespace native
