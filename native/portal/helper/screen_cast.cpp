#include "native/portal/helper/screen_cast.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr const char* kService = "org.freedesktop.portal.Desktop";
constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr const char* kScreenCast = "org.freedesktop.portal.ScreenCast";
constexpr const char* kRequest = "org.freedesktop.portal.Request";
constexpr const char* kSession = "org.freedesktop.portal.Session";
constexpr const char* kBackends = "org.freedesktop.impl.portal.desktop";
constexpr const char* kStore = "org.freedesktop.impl.portal.PermissionStore";

constexpr std::uint32_t kWithTokens = 4;  // the first version of the interface that has them
constexpr std::uint32_t kMonitors = 1;
constexpr std::uint32_t kNoCursor = 1;
// 0 would delete the grant, and 1 ends with the connection.
constexpr std::uint32_t kUntilRevoked = 2;
constexpr std::size_t kMaxScreens = 64;
constexpr int kMaxPlace = 1 << 20;
// Of a response: neither done nor cancelled.
constexpr std::uint32_t kOther = 2;
// How long a request may take to be closed.
constexpr std::chrono::milliseconds kFarewell{200};
// How long the portal may take for what needs no person.
constexpr std::chrono::seconds kCallPatience{5};

std::string random_name() {
  std::uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, 0) != sizeof bits)
    bits = static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
  return "peekaboo" + std::to_string(bits);
}

void check(int code) {
  if (code < 0) throw Refusal("bad answer");
}

void add_number(sd_bus_message* message, const char* name, std::uint32_t value) {
  check(::sd_bus_message_append(message, "{sv}", name, "u", value));
}

void add_text(sd_bus_message* message, const char* name, const std::string& value) {
  check(::sd_bus_message_append(message, "{sv}", name, "s", value.c_str()));
}

bool is_missing(std::string_view error) {
  return error == "org.freedesktop.DBus.Error.ServiceUnknown" ||
         error == "org.freedesktop.DBus.Error.NameHasNoOwner" ||
         error.starts_with("org.freedesktop.DBus.Error.Spawn.") ||
         error.starts_with("org.freedesktop.systemd1.");
}

// Returns why a method of the portal fails, by the name of its error.
std::string reason_of(std::string_view error) {
  if (is_missing(error)) return "no portal";
  if (error == "org.freedesktop.DBus.Error.UnknownMethod" ||
      error == "org.freedesktop.DBus.Error.UnknownInterface" ||
      error == "org.freedesktop.DBus.Error.InvalidArgs" ||
      error == "org.freedesktop.DBus.Error.UnknownProperty" ||
      error == "org.freedesktop.DBus.Error.UnknownObject")
    return "no screen cast";
  if (error == "org.freedesktop.DBus.Error.NoReply" ||
      error == "org.freedesktop.DBus.Error.Disconnected")
    return "portal crashed";
  return "refused";
}

bool has_pipewire() {
  const char* remote = std::getenv("PIPEWIRE_REMOTE");
  const std::string name = remote != nullptr && *remote != '\0' ? remote : "pipewire-0";
  if (name.starts_with('/')) return ::access(name.c_str(), F_OK) == 0;
  for (const char* variable : {"PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"})
    if (const char* folder = std::getenv(variable);
        folder != nullptr && ::access((std::string(folder) + "/" + name).c_str(), F_OK) == 0)
      return true;
  return false;
}

// Throws for a response that is no success.
void check_accepted(std::uint32_t code) {
  if (code == 0) return;
  if (code == 1) throw Refusal("denied");
  throw Refusal(has_pipewire() ? "refused" : "no pipewire");
}

bool has_gone(int socket) {
  if (socket < 0) return false;
  char byte = 0;
  const ssize_t count = ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  // More than one request is no asker of ours, and would be read again and again.
  return count >= 0 || (errno != EAGAIN && errno != EINTR);
}

// Reads a variant of two numbers.
std::optional<std::pair<int, int>> read_pair(sd_bus_message* message) {
  int first = 0, second = 0;
  if (::sd_bus_message_enter_container(message, 'v', "(ii)") <= 0) {
    check(::sd_bus_message_skip(message, "v"));
    return std::nullopt;
  }
  check(::sd_bus_message_read(message, "(ii)", &first, &second));
  check(::sd_bus_message_exit_container(message));
  const auto possible = [](int value) { return value >= -kMaxPlace && value <= kMaxPlace; };
  if (!possible(first) || !possible(second)) return std::nullopt;
  return std::pair(first, second);
}

// Calls `read` with each name of an a{sv} that comes next. It takes the variant, or returns false.
void read_entries(sd_bus_message* message, const std::function<bool(std::string_view)>& read) {
  check(::sd_bus_message_enter_container(message, 'a', "{sv}"));
  while (::sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    const char* name = nullptr;
    check(::sd_bus_message_read(message, "s", &name));
    if (!read(name)) check(::sd_bus_message_skip(message, "v"));
    check(::sd_bus_message_exit_container(message));
  }
  check(::sd_bus_message_exit_container(message));
}

// Reads a variant that is a text; "" for any other.
std::string read_text(sd_bus_message* message) {
  char type = 0;
  const char* content = nullptr;
  check(::sd_bus_message_peek_type(message, &type, &content));
  const char* text = "";
  if (content != nullptr && (content == std::string_view("s") || content == std::string_view("o")))
    check(::sd_bus_message_read(message, "v", content, &text));
  else
    check(::sd_bus_message_skip(message, "v"));
  return text;
}

std::vector<SharedScreen> read_screens(sd_bus_message* message) {
  std::vector<SharedScreen> screens;
  if (::sd_bus_message_enter_container(message, 'v', "a(ua{sv})") <= 0) throw Refusal("bad answer");
  check(::sd_bus_message_enter_container(message, 'a', "(ua{sv})"));
  while (::sd_bus_message_enter_container(message, 'r', "ua{sv}") > 0) {
    SharedScreen screen;
    std::uint32_t type = kMonitors;
    check(::sd_bus_message_read(message, "u", &screen.node));
    read_entries(message, [&](std::string_view name) {
      if (name == "position")
        screen.place = read_pair(message);
      else if (name == "size")
        screen.size = read_pair(message);
      else if (name != "source_type")
        return false;
      else
        check(::sd_bus_message_read(message, "v", "u", &type));
      return true;
    });
    check(::sd_bus_message_exit_container(message));
    // Windows are found again by their titles, which may be another's.
    if (type == kMonitors && screens.size() < kMaxScreens) screens.push_back(screen);
  }
  check(::sd_bus_message_exit_container(message));
  check(::sd_bus_message_exit_container(message));
  return screens;
}

}  // namespace

ScreenCast::ScreenCast(const std::string& bus, Deadline deadline) : bus_(bus, deadline) {
  // Before the first call: an answer may come before the call of its request returns.
  const std::string from = "type='signal',sender='";
  watch(from + kService + "',path_namespace='" + kPath + "'", deadline);
  const std::string owners = from + "org.freedesktop.DBus',member='NameOwnerChanged',";
  watch(owners + "arg0='" + kService + "'", deadline);
  watch(owners + "arg0namespace='" + kBackends + "'", deadline);
  if (property("version", deadline) < kWithTokens) throw Refusal("portal too old");
  if ((property("AvailableSourceTypes", deadline) & kMonitors) == 0)
    throw Refusal("no screen cast");
}

ScreenCast::~ScreenCast() {
  if (!session_.empty() && !over_) close(session_, kSession);
}

void ScreenCast::watch(const std::string& rule, Deadline deadline) {
  const BusMessage message = bus_.method("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                         "org.freedesktop.DBus", "AddMatch");
  check(::sd_bus_message_append(message.get(), "s", rule.c_str()));
  if (!bus_.call(message, deadline).message) throw Refusal("no bus");
}

std::uint32_t ScreenCast::property(const char* name, Deadline deadline) {
  const BusMessage message = bus_.method(kService, kPath, "org.freedesktop.DBus.Properties", "Get");
  check(::sd_bus_message_append(message.get(), "ss", kScreenCast, name));
  const SessionBus::Answer answer = bus_.call(message, deadline);
  if (!answer.message) throw Refusal(reason_of(answer.error));
  const char* const sender = ::sd_bus_message_get_sender(answer.message.get());
  portal_ = sender != nullptr ? sender : "";
  std::uint32_t value = 0;
  check(::sd_bus_message_read(answer.message.get(), "v", "u", &value));
  return value;
}

bool ScreenCast::may_know(const std::string& token, Deadline deadline) {
  const BusMessage message =
      bus_.method(kStore, "/org/freedesktop/impl/portal/PermissionStore", kStore, "Lookup");
  check(::sd_bus_message_append(message.get(), "ss", "screencast", token.c_str()));
  const SessionBus::Answer answer = bus_.call(message, deadline);
  return answer.message || answer.error != "org.freedesktop.portal.Error.NotFound";
}

void ScreenCast::close(const std::string& path, const char* interface) {
  sd_bus_message* message = nullptr;
  if (::sd_bus_message_new_method_call(bus_.get(), &message, kService, path.c_str(), interface,
                                       "Close") < 0)
    return;
  const BusMessage owned(message);
  // The portal is waited for. GNOME 43's backend crashes when a dialog of its is closed, however
  // that is done; the bus starts it anew.
  try {
    bus_.call(owned, Clock::now() + kFarewell);
  } catch (const Refusal&) {
    // It has gone, which closes everything.
  }
}

void ScreenCast::note(sd_bus_message* message) {
  if (::sd_bus_message_is_signal(message, "org.freedesktop.DBus", "NameOwnerChanged") > 0) {
    const char *name = "", *before = "", *now = "";
    const char* const sender = ::sd_bus_message_get_sender(message);
    if (sender == nullptr || sender != std::string_view("org.freedesktop.DBus")) return;
    if (::sd_bus_message_read(message, "sss", &name, &before, &now) < 0) return;
    // Another backend of the portal may come and go; the one of a session that runs ends it.
    if (*before != '\0') crashed_ = true;
    if (*before != '\0' && name == std::string_view(kService)) over_ = true;
    return;
  }
  const char* const sender = ::sd_bus_message_get_sender(message);
  const char* const path = ::sd_bus_message_get_path(message);
  if (sender == nullptr || sender != portal_ || path == nullptr || path != session_) return;
  if (::sd_bus_message_is_signal(message, kSession, "Closed") > 0) over_ = true;
}

bool ScreenCast::take_in() {
  while (const BusMessage message = bus_.next()) note(message.get());
  return !over_;
}

ScreenCast::Response ScreenCast::response_to(const std::string& path, const Wish& wish) {
  const Deadline patience = wish.patience ? Clock::now() + *wish.patience : wish.deadline;
  for (;;) {
    while (BusMessage message = bus_.next()) {
      const char* const sender = ::sd_bus_message_get_sender(message.get());
      const char* const object = ::sd_bus_message_get_path(message.get());
      const bool ours = sender != nullptr && sender == portal_ && object != nullptr &&
                        object == path &&
                        ::sd_bus_message_is_signal(message.get(), kRequest, "Response") > 0;
      if (!ours) {
        note(message.get());
        continue;
      }
      Response response;
      check(::sd_bus_message_read(message.get(), "u", &response.code));
      response.results = std::move(message);
      return response;
    }
    if (crashed_ || over_) throw Refusal("portal crashed");
    const bool left = has_gone(wish.asker);
    if (!left && bus_.wait(std::min(wish.deadline, patience), wish.asker)) continue;
    close(path, kRequest);
    if (left) throw Refusal("cancelled");
    throw Refusal(Clock::now() >= patience ? wish.late : "no answer");
  }
}

ScreenCast::Response ScreenCast::request(const char* method,
                                         const std::function<void(sd_bus_message*)>& before,
                                         const std::function<void(sd_bus_message*)>& options,
                                         const Wish& wish) {
  const std::string name = random_name();
  const BusMessage message = bus_.method(kService, kPath, kScreenCast, method);
  before(message.get());
  check(::sd_bus_message_open_container(message.get(), 'a', "{sv}"));
  add_text(message.get(), "handle_token", name);
  options(message.get());
  check(::sd_bus_message_close_container(message.get()));
  const SessionBus::Answer answer =
      bus_.call(message, std::min(wish.deadline, Clock::now() + kCallPatience));
  if (!answer.message) throw Refusal(reason_of(answer.error));
  const char* path = "";
  check(::sd_bus_message_read(answer.message.get(), "o", &path));
  return response_to(path, wish);
}

void ScreenCast::read_results(sd_bus_message* results, std::string* token) {
  read_entries(results, [&](std::string_view name) {
    if (name == "streams")
      screens_ = read_screens(results);
    else if (name == "restore_token")
      *token = read_text(results);
    else if (name == "session_handle")
      session_ = read_text(results);
    else
      return false;
    return true;
  });
}

void ScreenCast::prepare(const std::string& token, Deadline deadline) {
  const Wish wish{.token = {}, .deadline = deadline, .patience = kCallPatience};
  std::string none;
  const auto create = [&] {
    return request(
        "CreateSession", [](sd_bus_message*) {},
        [](sd_bus_message* message) { add_text(message, "session_handle_token", random_name()); },
        wish);
  };
  Response created = create();
  // GNOME 43 refuses the first session after its backend has crashed. No person was asked.
  if (created.code == kOther) created = create();
  check_accepted(created.code);
  read_results(created.results.get(), &none);
  if (session_.empty()) throw Refusal("bad answer");
  const Response selected = request(
      "SelectSources",
      [&](sd_bus_message* message) {
        check(::sd_bus_message_append(message, "o", session_.c_str()));
      },
      [&](sd_bus_message* message) {
        add_number(message, "types", kMonitors);
        check(::sd_bus_message_append(message, "{sv}", "multiple", "b", 1));
        add_number(message, "cursor_mode", kNoCursor);
        add_number(message, "persist_mode", kUntilRevoked);
        if (!token.empty()) add_text(message, "restore_token", token);
      },
      wish);
  check_accepted(selected.code);
}

std::string ScreenCast::start(const Wish& wish) {
  prepare(wish.token, wish.deadline);
  const Response started = request(
      "Start",
      [&](sd_bus_message* message) {
        check(::sd_bus_message_append(message, "os", session_.c_str(), ""));
      },
      [](sd_bus_message*) {}, wish);
  check_accepted(started.code);
  std::string token;
  read_results(started.results.get(), &token);
  if (screens_.empty()) throw Refusal("bad answer");
  crashed_ = false;  // a dialog that has been answered is needed no more
  return token;
}

OwnedFile ScreenCast::open_pipewire(Deadline deadline) {
  const BusMessage message = bus_.method(kService, kPath, kScreenCast, "OpenPipeWireRemote");
  check(::sd_bus_message_append(message.get(), "oa{sv}", session_.c_str(), 0));
  const SessionBus::Answer answer = bus_.call(message, deadline);
  if (!answer.message) throw Refusal(has_pipewire() ? reason_of(answer.error) : "no pipewire");
  int file = -1;
  check(::sd_bus_message_read(answer.message.get(), "h", &file));
  OwnedFile copy(::fcntl(file, F_DUPFD_CLOEXEC, 3));  // the message owns the other
  if (copy.get() < 0) throw Refusal("bad answer");
  return copy;
}

}  // namespace native::portal
