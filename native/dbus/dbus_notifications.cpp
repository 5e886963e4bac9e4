#include "native/dbus/dbus_notifications.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "native/dbus/bus.hpp"
#include "native/dbus/notification_service.hpp"
#include "native/dbus/service_search.hpp"

namespace native {
namespace {

using dbus::Bus;
using dbus::NotificationClient;
using dbus::NotificationFeatures;
using dbus::Reply;
using dbus::ShownNotification;

// The time in which a service answers a call; it may have to be started.
constexpr std::chrono::seconds kPatience{5};
// The interval between two checks whether the question is still wanted.
constexpr std::chrono::milliseconds kSlice{20};
// A program that ends waits so long for the message that it has just sent.
constexpr std::chrono::milliseconds kFarewell{500};
// Messages under way; a service that hangs gets no more.
constexpr int kMaxUnderWay = 4;
// Messages that may be taken away again; older ones are forgotten.
constexpr std::size_t kMaxSent = 200;
constexpr const char* kNotifications = "org.freedesktop.Notifications";

const Provider& notification_provider() {
  static const Provider kProvider{"notification service", kNotifications, "dunst", "dunst",
                                  "dunst"};
  return kProvider;
}

[[noreturn]] void refuse_withdrawal(std::uint32_t id, const char* why) {
  throw Error("INVALID_ARGUMENT", "notification " + std::to_string(id) + " " + why,
              "Take away only what was sent here and is still shown.",
              {{"field", std::string("close")}});
}

Deadline soon(Deadline deadline) {
  return std::min<Deadline>(deadline, std::chrono::steady_clock::now() + kPatience);
}

// Takes a question away at its end: some services leave it shown when a button was pressed.
class Shown {
 public:
  Shown(NotificationClient& client, ShownNotification shown)
      : client_(client), shown_(std::move(shown)) {}
  ~Shown() {
    if (!gone_) client_.close(shown_.id, std::chrono::steady_clock::now() + kFarewell);
  }
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  const ShownNotification& get() const { return shown_; }
  void set_gone() { gone_ = true; }

 private:
  NotificationClient& client_;
  ShownNotification shown_;
  bool gone_ = false;
};

Confirmation wait_for_answer(Bus& bus, Shown& shown, Deadline deadline,
                             const std::function<void()>& check) {
  for (;;) {
    if (check) check();
    const Deadline now = std::chrono::steady_clock::now();
    if (now >= deadline) return Confirmation::kUnanswered;
    Reply signal = bus.next_signal(std::min(deadline, now + kSlice));
    if (!signal && bus.state() != Bus::State::kThere) {
      shown.set_gone();
      return Confirmation::kCannotAsk;
    }
    const auto answer = signal ? NotificationClient::answer(signal, shown.get()) : std::nullopt;
    if (!answer) continue;
    if (answer == Confirmation::kCannotAsk) shown.set_gone();
    return *answer;
  }
}

void show_once(const std::string& address, const Notification& message) {
  Bus bus(address);
  NotificationClient client(bus);
  const Deadline deadline = std::chrono::steady_clock::now() + kPatience;
  if (const auto features = client.features(true, deadline))
    client.show(message, *features, false, deadline);
}

// Messages under way, on threads that may outlive those who sent them, held up by a bus.
struct Sending {
  std::mutex mutex;
  std::condition_variable changed;
  int under_way = 0;
};

class DbusNotifications : public Notifications {
 public:
  explicit DbusNotifications(std::function<std::string()> session_bus)
      : session_bus_(std::move(session_bus)) {}
  ~DbusNotifications() override {
    std::unique_lock lock(sending_->mutex);
    sending_->changed.wait_until(lock, std::chrono::system_clock::now() + kFarewell,
                                 [this] { return sending_->under_way == 0; });
  }

  void show(const Notification& message) override {
    const std::lock_guard lock(sending_->mutex);
    if (sending_->under_way == kMaxUnderWay) return;
    ++sending_->under_way;
    std::thread([sending = sending_, bus = session_bus_, message] {
      show_once(bus(), message);
      const std::lock_guard guard(sending->mutex);
      --sending->under_way;
      sending->changed.notify_all();
    }).detach();
  }

  Confirmation ask(const Notification& question, Deadline deadline,
                   const std::function<void()>& check) override {
    Bus bus(session_bus_());
    NotificationClient client(bus);
    const auto features = client.features(true, soon(deadline));
    if (!features || !features->buttons || !client.listen(soon(deadline)))
      return Confirmation::kCannotAsk;
    auto notification = client.show(question, *features, true, soon(deadline));
    if (!notification) return Confirmation::kCannotAsk;
    Shown shown(client, std::move(*notification));
    return wait_for_answer(bus, shown, deadline, check);
  }

  SentNotification send(const SentMessage& message, Deadline deadline) override {
    Bus bus(session_bus_());
    const auto owner = dbus::require_service(bus, notification_provider(), kNotifications,
                                             within_patience(deadline));
    // One that must be started first takes longer.
    const Deadline limit = owner.unique.empty() ? soon(deadline) : within_patience(deadline);
    NotificationClient client(bus);
    const auto features = client.features(true, limit);
    if (!features) dbus::throw_failed_call(bus, notification_provider());
    const auto shown = client.show(message, *features, limit);
    if (!shown) dbus::throw_failed_call(bus, notification_provider());
    remember(*shown);
    return {shown->id, client.name(limit).value_or(""), features->sound, features->text};
  }

  void withdraw(std::uint32_t id, bool any, Deadline deadline) override {
    Bus bus(session_bus_());
    const Deadline limit = within_patience(deadline);
    const auto owner = dbus::require_service(bus, notification_provider(), kNotifications, limit);
    const std::optional<std::string> sender = sender_of(id);
    if (!sender && !any) refuse_withdrawal(id, "was not sent here");
    // The numbers of another service mean other messages.
    if (sender && *sender != owner.unique) refuse_withdrawal(id, "is gone with its service");
    if (!NotificationClient(bus).close(id, limit))
      dbus::throw_failed_call(bus, notification_provider());
    forget(id);
  }

  NotificationService service(Deadline deadline) override {
    const std::string address = session_bus_();
    if (address.empty()) return {false, false, "no session bus"};
    Bus bus(address);
    NotificationClient client(bus);
    const auto name = client.name(soon(deadline));
    const auto features = name ? client.features(false, soon(deadline)) : std::nullopt;
    if (features) return {true, features->buttons, *name};
    if (bus.state() == Bus::State::kThere && client.can_start(soon(deadline)))
      return {true, true, "started by the session bus when it is needed"};
    return {false, false,
            bus.state() == Bus::State::kThere ? "no notification service is running"
                                              : "session bus does not answer"};
  }

 private:
  static Deadline within_patience(Deadline deadline) {
    return std::min<Deadline>(deadline,
                              std::chrono::steady_clock::now() + Notifications::kPatience);
  }
  void remember(const ShownNotification& shown) {
    const std::lock_guard lock(mutex_);
    if (sent_.size() == kMaxSent) sent_.erase(sent_.begin());
    sent_[shown.id] = shown.service;
  }
  void forget(std::uint32_t id) {
    const std::lock_guard lock(mutex_);
    sent_.erase(id);
  }
  // Returns the service that shows a message of ours.
  std::optional<std::string> sender_of(std::uint32_t id) {
    const std::lock_guard lock(mutex_);
    const auto found = sent_.find(id);
    return found == sent_.end() ? std::nullopt : std::optional(found->second);
  }

  const std::function<std::string()> session_bus_;
  std::mutex mutex_;
  std::map<std::uint32_t, std::string> sent_;  // who shows them, by number
  const std::shared_ptr<Sending> sending_ = std::make_shared<Sending>();
};

}  // namespace

std::unique_ptr<Notifications> open_dbus_notifications(std::function<std::string()> session_bus) {
  return std::make_unique<DbusNotifications>(std::move(session_bus));
}

}  // namespace native
