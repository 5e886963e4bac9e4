#include "native/x11/clipboard/selection_offer.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {
namespace {

using std::chrono::steady_clock;

// Time for the server to take what is sent to it. A server that is stopped for longer loses the
// content, as it loses its clients.
constexpr std::chrono::seconds kAnswerTime{30};

}  // namespace

std::unique_ptr<SelectionOffer> SelectionOffer::take(std::unique_ptr<Connection> connection,
                                                     const ClipboardOffer& offer,
                                                     Deadline deadline) {
  const Watch watch(connection->watchdog(), connection->descriptor(), deadline);
  std::unique_ptr<SelectionOffer> result(new SelectionOffer(std::move(connection), offer));
  if (!result->server_->take_selection(static_cast<xcb_window_t>(offer.owner), deadline))
    return nullptr;
  result->offer_.owner = result->server_->window();
  result->thread_ = std::thread([own = result.get()] { own->run(); });
  return result;
}

SelectionOffer::SelectionOffer(std::unique_ptr<Connection> connection, ClipboardOffer offer)
    : connection_(std::move(connection)),
      bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      server_(std::make_unique<SelectionServer>(*connection_, offer.selection, offer.content)),
      offer_(std::move(offer)) {}

SelectionOffer::~SelectionOffer() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  // The thread may hang in a server that is stopped.
  ::shutdown(connection_->descriptor(), SHUT_RDWR);
  ring();
  thread_.join();
}

ClipboardOffer SelectionOffer::offer() const {
  const std::lock_guard lock(mutex_);
  return offer_;
}

bool SelectionOffer::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

bool SelectionOffer::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

bool SelectionOffer::wait_until_ended(Deadline deadline) const {
  std::unique_lock lock(mutex_);
  if (deadline == Deadline::max()) {
    changed_.wait(lock, [this] { return ended_; });
    return true;
  }
  return changed_.wait_until(lock, deadline, [this] { return ended_; });
}

bool SelectionOffer::hand_over(Deadline deadline) {
  std::unique_lock lock(mutex_);
  if (lost_) return false;
  asked_ = Asked::kYes;
  ring();
  const auto answered = [this] {
    return lost_ || asked_ == Asked::kTaken || asked_ == Asked::kRefused;
  };
  return changed_.wait_until(lock, deadline, answered) && asked_ == Asked::kTaken;
}

void SelectionOffer::run() {
  pthread_setname_np(pthread_self(), "clipboard");
  try {
    serve();
  } catch (const ConnectionLost&) {
    // Nobody can ask any more.
  }
  server_.reset();
  const std::lock_guard lock(mutex_);
  offer_.content.reset();
  lost_ = ended_ = true;
  changed_.notify_all();
}

void SelectionOffer::serve() {
  for (;;) {
    {
      const Watch watch(connection_->watchdog(), connection_->descriptor(),
                        steady_clock::now() + kAnswerTime);
      work();
    }
    {
      const std::lock_guard lock(mutex_);
      if (server_->lost() && !std::exchange(lost_, true)) changed_.notify_all();
      if (ending_ || (lost_ && server_->transfers().none())) return;
    }
    sleep();
  }
}

// Does what there is to do now.
void SelectionOffer::work() {
  while (const auto event = connection_->poll_event()) server_->take(*event);
  server_->transfers().drop_stalled();
  bool asks = false;
  {
    const std::lock_guard lock(mutex_);
    asks = asked_ == Asked::kYes;
    if (asks) asked_ = Asked::kUnderWay;
  }
  if (asks) server_->ask_manager();
  if (const std::optional<bool> taken = server_->take_answer()) {
    const std::lock_guard lock(mutex_);
    asked_ = *taken ? Asked::kTaken : Asked::kRefused;
    changed_.notify_all();
  }
  connection_->flush();
  if (xcb_connection_has_error(connection_->raw()) != 0) throw ConnectionLost{};
}

// Waits for an event, the bell, or the time at which a transfer has stalled.
void SelectionOffer::sleep() {
  const std::optional<Deadline> due = server_->transfers().due();
  pollfd states[] = {{bell_.get(), POLLIN, 0}, {connection_->descriptor(), POLLIN, 0}};
  // A reply may have brought events along.
  if (const auto event = connection_->queued_event()) return server_->take(*event);
  ::poll(states, 2, due ? milliseconds_left(*due) : -1);
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t read = ::read(bell_.get(), &count, sizeof count);
}

void SelectionOffer::ring() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(bell_.get(), &one, sizeof one);
}

}  // namespace native::x11
