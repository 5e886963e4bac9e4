#include "native/dbus/dbus_session_lock.hpp"

#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "native/dbus/bus.hpp"
#include "native/dbus/bus_address.hpp"
#include "native/linux/desktop_session.hpp"
#include "native/linux/display_guess.hpp"
#include "native/linux/display_server.hpp"

namespace native {

namespace {

using dbus::Bus;
using dbus::Method;
using dbus::Reply;

constexpr const char* kLogin = "org.freedesktop.login1";
constexpr const char* kSession = "org.freedesktop.login1.Session";
constexpr const char* kSaver = "org.freedesktop.ScreenSaver";
constexpr std::chrono::seconds kOwnerKnown{5};
constexpr std::size_t kMaxSessions = 64;  // that are looked at

// A session of the user, as logind describes it.
struct LoginSession {
  std::string path;
  std::string display;
  std::string seat;
  std::string kind;  // "user", "greeter", …
};

// Asks both buses. One thread at a time.
class LockProbe {
 public:
  explicit LockProbe(LockRoots roots)
      : roots_(std::move(roots)), system_(roots_.system_bus()), session_(roots_.session_bus()) {}

  // Loads the library and connects, which takes longer than a question.
  void prepare(Deadline deadline) {
    const std::optional<std::string> owner = owner_of_display(deadline);
    if (owner && system_.state() != Bus::State::kSilent) session_.connect(deadline);
  }

  LockState look(Deadline deadline) {
    const std::optional<std::string> owner = owner_of_display(deadline);
    const bool silent = system_.state() == Bus::State::kSilent;
    if (!silent && !owner) return {};
    if (owner && !owner->empty() && is_hinted(*owner, deadline))
      return {LockState::Kind::kLocked, "logind says that the session is locked"};
    if (silent || system_.state() == Bus::State::kSilent) return unanswered("the system bus");
    if (is_saver_active(deadline))
      return {LockState::Kind::kLocked, "the screen saver says that it is active"};
    if (session_.state() == Bus::State::kSilent) return unanswered("the session bus");
    return {};
  }

 private:
  static LockState unanswered(const std::string& who) {
    return {LockState::Kind::kUnknown, who + " did not answer within " +
                                           std::to_string(LockQuestion::kPatience.count()) + " ms"};
  }

  // Returns the path of the session that owns the display; "" when logind knows no session, and the
  // screen saver alone decides; nothing when the display belongs to none.
  std::optional<std::string> owner_of_display(Deadline deadline) {
    const auto now = std::chrono::steady_clock::now();
    if (now < known_until_) return known_owner_;
    const CapturedDesktop desktop = roots_.desktop();
    const bool is_local = desktop.wayland || local_number(desktop.display) >= 0;
    if (!is_local || (!desktop.wayland && roots_.is_virtual(desktop.display))) return std::nullopt;
    const std::vector<LoginSession> sessions = sessions_of_user(deadline);
    if (system_.state() == Bus::State::kSilent) return std::nullopt;
    known_owner_ = choose(sessions, desktop);
    known_until_ = now + kOwnerKnown;
    return known_owner_;
  }

  std::optional<std::string> choose(const std::vector<LoginSession>& sessions,
                                    const CapturedDesktop& desktop) const {
    if (sessions.empty()) return std::string();
    const int number = local_number(desktop.display);
    for (const LoginSession& each : sessions)
      if (number >= 0 && local_number(each.display) == number) return each.path;
    if (!desktop.wayland && !roots_.is_shown(desktop.display)) return std::nullopt;
    for (const LoginSession& each : sessions)
      if (each.display.empty() && !each.seat.empty() && each.kind == "user") return each.path;
    return std::nullopt;
  }

  std::vector<LoginSession> sessions_of_user(Deadline deadline) {
    std::vector<LoginSession> sessions;
    Reply list = system_.call(
        {kLogin, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "ListSessions"},
        deadline);
    if (!list || !list.enter('a', "(susso)")) return sessions;
    while (sessions.size() < kMaxSessions && list.enter('r', "susso")) {
      std::uint32_t user = 0;
      LoginSession session;
      list.skip("s");
      const bool whole = list.read(&user);
      list.skip("s");
      if (whole && list.read(&session.seat) && list.read(&session.path, 'o') && user == roots_.user)
        sessions.push_back(session);
      list.leave();
    }
    for (LoginSession& each : sessions) {
      each.display = text_property(each.path, "Display", deadline);
      each.kind = text_property(each.path, "Class", deadline);
    }
    return sessions;
  }

  Reply property(const std::string& path, const char* name, Deadline deadline) {
    return system_.call({kLogin, path, "org.freedesktop.DBus.Properties", "Get", {kSession, name}},
                        deadline);
  }

  std::string text_property(const std::string& path, const char* name, Deadline deadline) {
    std::string text;
    Reply reply = property(path, name, deadline);
    if (reply && reply.enter('v', "s")) reply.read(&text);
    return text;
  }

  bool is_hinted(const std::string& path, Deadline deadline) {
    bool locked = false;
    Reply reply = property(path, "LockedHint", deadline);
    // The session may have ended.
    if (!reply) known_until_ = {};
    if (reply && reply.enter('v', "b")) reply.read(&locked);
    return locked;
  }

  bool is_saver_active(Deadline deadline) {
    bool active = false;
    // KDE answers at the second one only.
    for (const char* path : {"/org/freedesktop/ScreenSaver", "/ScreenSaver"}) {
      Reply reply = session_.call({kSaver, path, kSaver, "GetActive"}, deadline);
      if (reply && reply.read(&active)) return active;
      if (session_.state() != Bus::State::kThere || session_.service_missing()) return false;
    }
    return false;
  }

  LockRoots roots_;
  Bus system_;
  Bus session_;
  std::optional<std::string> known_owner_;
  std::chrono::steady_clock::time_point known_until_;
};

// State shared by the asker and its thread. The thread may outlive the asker, held up by a bus.
struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::promise<LockState>> questions;
  bool prepares = false;  // before the first question
  bool ended = false;
};

void answer_questions(const std::shared_ptr<Shared>& shared, LockRoots roots) {
  pthread_setname_np(pthread_self(), "session lock");  // else it has that of who began it
  LockProbe probe(std::move(roots));
  for (;;) {
    std::unique_lock lock(shared->mutex);
    shared->changed.wait(
        lock, [&] { return shared->ended || shared->prepares || !shared->questions.empty(); });
    if (shared->ended) return;
    const bool prepares = std::exchange(shared->prepares, false);
    std::vector<std::promise<LockState>> taken;
    taken.swap(shared->questions);
    lock.unlock();
    if (prepares && taken.empty())
      probe.prepare(std::chrono::steady_clock::now() + LockQuestion::kPatience);
    if (taken.empty()) continue;
    // All of them were asked before this look.
    const LockState state = probe.look(std::chrono::steady_clock::now() + LockQuestion::kPatience);
    for (std::promise<LockState>& question : taken) question.set_value(state);
  }
}

class DbusSessionLock : public SessionLock {
 public:
  explicit DbusSessionLock(LockRoots roots) : roots_(std::move(roots)) {}
  ~DbusSessionLock() override {
    const std::lock_guard lock(shared_->mutex);
    shared_->ended = true;
    shared_->changed.notify_all();
  }

  void prepare() override {
    const std::lock_guard lock(shared_->mutex);
    if (started_) return;
    shared_->prepares = true;
    start();
  }

  LockQuestion ask() override {
    const std::lock_guard lock(shared_->mutex);
    start();
    shared_->questions.emplace_back();
    shared_->changed.notify_all();
    return LockQuestion(shared_->questions.back().get_future());
  }

 private:
  void start() {
    if (!std::exchange(started_, true)) std::thread(answer_questions, shared_, roots_).detach();
  }

  LockRoots roots_;
  bool started_ = false;
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

DisplayServer kind_of_display(const std::string& display) {
  const SessionRoots roots = SessionRoots::system();
  const std::optional<SocketPeer> server = server_of(roots, display);
  return kind_of_server(roots.proc, server ? server->pid : 0);
}

// Returns the address of the session's bus without a search through all processes.
std::string session_bus_address() {
  const SessionRoots roots = SessionRoots::system();
  if (const auto address = roots.environment("DBUS_SESSION_BUS_ADDRESS")) return *address;
  return roots.listener(roots.run + "/bus") ? "unix:path=" + roots.run + "/bus" : std::string();
}

}  // namespace

LockRoots LockRoots::system() {
  LockRoots roots;
  roots.system_bus = dbus::system_bus_address;
  roots.session_bus = session_bus_address;
  roots.desktop = [] {
    const DesktopSession session = find_session(SessionRoots::system());
    return CapturedDesktop{session.display, session.wayland};
  };
  roots.user = ::getuid();
  roots.is_shown = [](const std::string& display) {
    return kind_of_display(display) == DisplayServer::kSession;
  };
  roots.is_virtual = [](const std::string& display) {
    return kind_of_display(display) == DisplayServer::kOurs;
  };
  return roots;
}

std::unique_ptr<SessionLock> open_dbus_session_lock(LockRoots roots) {
  return std::make_unique<DbusSessionLock>(std::move(roots));
}

}  // namespace native
