#include "native/wayland/clipboard/content_offer.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "native/wayland/lacking.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;

// Time for the compositor to report the selection after it has taken the request.
constexpr std::chrono::seconds kReportTime{1};

std::uint64_t new_owner() {
  std::uint64_t number = 0;
  // Once the system has started, so few bytes are had without waiting.
  while (number == 0)
    if (::getrandom(&number, sizeof number, 0) < 0) throw ConnectionLost{};
  return number;
}

ContentOffer& offer_of(void* data) { return *static_cast<ContentOffer*>(data); }

const zwlr_data_control_source_v1_listener kSourceListener = {
    .send = [](void* data, zwlr_data_control_source_v1*, const char* type,
               std::int32_t pipe) { offer_of(data).send(type, Descriptor(pipe)); },
    .cancelled = [](void* data, zwlr_data_control_source_v1*) { offer_of(data).cancel(); },
};

// A program that stops pasting closes its pipe; the signal for that would end this process.
void block_pipe_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

std::unique_ptr<ContentOffer> ContentOffer::take(std::unique_ptr<Connection> connection,
                                                 const ClipboardOffer& offer, Deadline deadline) {
  std::unique_ptr<ContentOffer> result(
      new ContentOffer(std::move(connection), {offer.selection, new_owner(), offer.content}));
  if (!result->take_selection(offer.owner, deadline)) return nullptr;
  result->thread_ = std::thread([own = result.get()] { own->run(); });
  return result;
}

ContentOffer::ContentOffer(std::unique_ptr<Connection> connection, ClipboardOffer offer)
    : connection_(std::move(connection)),
      targets_(std::make_unique<Targets>(offer.content)),
      bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      offer_(std::move(offer)) {}

ContentOffer::~ContentOffer() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(bell_.get(), &one, sizeof one);
  thread_.join();
}

// The protocol has no way to take the selection only from one owner: a program that copies in the
// moment between the look and the request loses it.
bool ContentOffer::take_selection(std::uint64_t from, Deadline deadline) {
  const Selection selection = offer_.selection;
  device_ = DataDevice::open(*connection_, deadline);
  if (!device_) throw no_clipboard();
  device_->check(selection);
  if (from != 0 && !device_->is_owner(selection, from)) return false;
  source_.reset(device_->create_source());
  ::zwlr_data_control_source_v1_add_listener(source_.get(), &kSourceListener, this);
  for (const OfferedTarget& each : targets_->all())
    ::zwlr_data_control_source_v1_offer(source_.get(), std::string(each.name).c_str());
  ::zwlr_data_control_source_v1_offer(source_.get(), mark_of(offer_.owner).c_str());
  device_->set(selection, source_.get());
  connection_->round_trip(deadline);
  try {
    connection_->wait(std::min<Deadline>(deadline, Clock::now() + kReportTime),
                      [&] { return cancelled_ || device_->is_owner(selection, offer_.owner); });
  } catch (const ConnectionLate&) {
    return false;
  }
  return !cancelled_;
}

ClipboardOffer ContentOffer::offer() const {
  const std::lock_guard lock(mutex_);
  return offer_;
}

bool ContentOffer::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

bool ContentOffer::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

bool ContentOffer::wait_until_ended(Deadline deadline) const {
  std::unique_lock lock(mutex_);
  if (deadline == Deadline::max()) {
    changed_.wait(lock, [this] { return ended_; });
    return true;
  }
  return changed_.wait_until(lock, deadline, [this] { return ended_; });
}

void ContentOffer::send(std::string_view type, Descriptor pipe) {
  const auto& all = targets_->all();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == type; });
  if (found != all.end()) transfers_.begin(std::move(pipe), found->bytes);
}

void ContentOffer::run() {
  pthread_setname_np(pthread_self(), "clipboard");
  block_pipe_signal();
  try {
    serve();
  } catch (const ConnectionLost&) {
    // Nobody can ask any more.
  }
  release();
  const std::lock_guard lock(mutex_);
  offer_.content.reset();
  lost_ = ended_ = true;
  changed_.notify_all();
}

void ContentOffer::serve() {
  for (;;) {
    connection_->take_in();
    transfers_.go_on();
    {
      const std::lock_guard lock(mutex_);
      if (cancelled_ && !std::exchange(lost_, true)) changed_.notify_all();
      if (ending_ || (lost_ && transfers_.none())) return;
    }
    sleep();
  }
}

// Waits for a report, the bell, room in a pipe, or the time at which a transfer has stalled.
void ContentOffer::sleep() {
  std::vector<pollfd> states = {{bell_.get(), POLLIN, 0},
                                {::wl_display_get_fd(connection_->display()), POLLIN, 0}};
  const std::optional<Deadline> due = transfers_.watch(states);
  const auto left =
      due ? std::chrono::ceil<std::chrono::milliseconds>(*due - Clock::now()).count() : -1;
  ::poll(states.data(), states.size(),
         due ? static_cast<int>(std::max<std::int64_t>(left, 0)) : -1);
}

// Gives up the connection, and the memory of the content.
void ContentOffer::release() {
  transfers_.end_all();
  source_.reset();
  device_.reset();
  connection_.reset();
  targets_.reset();
}

}  // namespace native::wayland
