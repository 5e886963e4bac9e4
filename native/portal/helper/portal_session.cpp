#include "native/portal/helper/portal_session.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "native/portal/helper/application_id.hpp"
#include "native/portal/helper/pipewire_socket.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr const char* kService = "org.freedesktop.portal.Desktop";
constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr const char* kRequest = "org.freedesktop.portal.Request";
constexpr const char* kSession = "org.freedesktop.portal.Session";
constexpr const char* kBackends = "org.freedesktop.impl.portal.desktop";
constexpr const char* kStore = "org.freedesktop.impl.portal.PermissionStore";

constexpr std::uint32_t kNoCursor = 1;
// Of a response: neither done nor cancelled.
constexpr std::uint32_t kOther = 2;
// How long a request may take to be closed.
constexpr std::chrono::milliseconds kSessionFarewell{200};
// How long the portal may take for what needs no person.
constexpr std::chrono::seconds kCallPatience{5};

std::string random_name() {
  std::uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, 0) != sizeof bits)
    bits = static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
  return "peekaboo" + std::to_string(bits);
}

bool is_missing(std::string_view error) {
  return error == "org.freedesktop.DBus.Error.ServiceUnknown" ||
         error == "org.freedesktop.DBus.Error.NameHasNoOwner" ||
         error.starts_with("org.freedesktop.DBus.Error.Spawn.") ||
         error.starts_with("org.freedesktop.systemd1.");
}

// Throws for a response that is no success.
void check_accepted(std::uint32_t code) {
  if (code == 0) return;
  if (code == 1) throw Refusal("denied");
  throw Refusal(!pipewire_socket().empty() ? "refused" : "no pipewire");
}

bool has_gone(int socket) {
  if (socket < 0) return false;
  char byte = 0;
  const ssize_t count = ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  // More than one request is no asker of ours, and would be read again and again.
  return count >= 0 || (errno != EAGAIN && errno != EINTR);
}

void add_nothing(sd_bus_message*) {}

}  // namespace

PortalSession::PortalSession(const std::string& bus, const char* missing, Deadline deadline)
    : bus_(bus, deadline), missing_(missing) {
  take_application_id(bus_, deadline);
  // Before the first call: an answer may come before the call of its request returns.
  const std::string from = "type='signal',sender='";
  watch(from + kService + "',path_namespace='" + kPath + "'", deadline);
  const std::string owners = from + "org.freedesktop.DBus',member='NameOwnerChanged',";
  watch(owners + "arg0='" + kService + "'", deadline);
  watch(owners + "arg0namespace='" + kBackends + "'", deadline);
}

PortalSession::~PortalSession() {
  if (!session_.empty() && !over_) close(session_, kSession);
}

// Returns why a method of the portal fails, by the name of its error.
std::string PortalSession::reason_of(std::string_view error) const {
  if (is_missing(error)) return "no portal";
  if (error == "org.freedesktop.DBus.Error.UnknownMethod" ||
      error == "org.freedesktop.DBus.Error.UnknownInterface" ||
      error == "org.freedesktop.DBus.Error.InvalidArgs" ||
      error == "org.freedesktop.DBus.Error.UnknownProperty" ||
      error == "org.freedesktop.DBus.Error.UnknownObject")
    return missing_;
  if (error == "org.freedesktop.DBus.Error.NoReply" ||
      error == "org.freedesktop.DBus.Error.Disconnected")
    return "portal crashed";
  return "refused";
}

void PortalSession::watch(const std::string& rule, Deadline deadline) {
  const BusMessage message = bus_.method("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                         "org.freedesktop.DBus", "AddMatch");
  check(::sd_bus_message_append(message.get(), "s", rule.c_str()));
  if (!bus_.call(message, deadline).message) throw Refusal("no bus");
}

std::uint32_t PortalSession::property(const char* interface, const char* name, Deadline deadline) {
  const BusMessage message = bus_.method(kService, kPath, "org.freedesktop.DBus.Properties", "Get");
  check(::sd_bus_message_append(message.get(), "ss", interface, name));
  const SessionBus::Answer answer = bus_.call(message, deadline);
  if (!answer.message) throw Refusal(reason_of(answer.error));
  const char* const sender = ::sd_bus_message_get_sender(answer.message.get());
  portal_ = sender != nullptr ? sender : "";
  std::uint32_t value = 0;
  check(::sd_bus_message_read(answer.message.get(), "v", "u", &value));
  return value;
}

bool PortalSession::may_know(const char* table, const std::string& token, Deadline deadline) {
  const BusMessage message =
      bus_.method(kStore, "/org/freedesktop/impl/portal/PermissionStore", kStore, "Lookup");
  check(::sd_bus_message_append(message.get(), "ss", table, token.c_str()));
  const SessionBus::Answer answer = bus_.call(message, deadline);
  return answer.message || answer.error != "org.freedesktop.portal.Error.NotFound";
}

bool PortalSession::is_owned(const char* name, Deadline deadline) {
  const BusMessage message = bus_.method("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                         "org.freedesktop.DBus", "NameHasOwner");
  check(::sd_bus_message_append(message.get(), "s", name));
  const SessionBus::Answer answer = bus_.call(message, deadline);
  int owned = 0;
  return answer.message && ::sd_bus_message_read(answer.message.get(), "b", &owned) > 0 &&
         owned != 0;
}

void PortalSession::close(const std::string& path, const char* interface) {
  sd_bus_message* message = nullptr;
  if (::sd_bus_message_new_method_call(bus_.get(), &message, kService, path.c_str(), interface,
                                       "Close") < 0)
    return;
  const BusMessage owned(message);
  // The portal is waited for. GNOME 43's backend crashes when a dialog of its is closed, however
  // that is done; the bus starts it anew.
  try {
    bus_.call(owned, Clock::now() + kSessionFarewell);
  } catch (const Refusal&) {
    // It has gone, which closes everything.
  }
}

void PortalSession::note(sd_bus_message* message) {
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

bool PortalSession::take_in() {
  while (const BusMessage message = bus_.next()) note(message.get());
  return !over_;
}

PortalSession::Response PortalSession::response_to(const std::string& path, const Wish& wish) {
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

PortalSession::Response PortalSession::send(const char* interface, const char* method,
                                            const Fill& before, const Fill& options,
                                            const Wish& wish) {
  const std::string name = random_name();
  const BusMessage message = bus_.method(kService, kPath, interface, method);
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

void PortalSession::create(const char* interface, Deadline deadline) {
  const Wish wish{.deadline = deadline, .patience = kCallPatience};
  const auto with_name = [](sd_bus_message* message) {
    add_text(message, "session_handle_token", random_name());
  };
  Response created = send(interface, "CreateSession", add_nothing, with_name, wish);
  // GNOME 43 refuses the first session after its backend has crashed. No person was asked.
  if (created.code == kOther)
    created = send(interface, "CreateSession", add_nothing, with_name, wish);
  check_accepted(created.code);
  session_ = read_results(created.results.get()).session;
  if (session_.empty()) throw Refusal("bad answer");
}

Results PortalSession::request(const char* interface, const char* method, const Fill& options,
                               const Wish& wish) {
  const Fill before = [&](sd_bus_message* message) {
    check(::sd_bus_message_append(message, "o", session_.c_str()));
    // The window that a dialog would belong to: none.
    if (std::string_view(method) == "Start") check(::sd_bus_message_append(message, "s", ""));
  };
  const Response response = send(interface, method, before, options, wish);
  check_accepted(response.code);
  return read_results(response.results.get());
}

void PortalSession::select_monitors(const Fill& options, Deadline deadline) {
  const auto all = [&](sd_bus_message* message) {
    add_number(message, "types", kMonitors);
    check(::sd_bus_message_append(message, "{sv}", "multiple", "b", 1));
    add_number(message, "cursor_mode", kNoCursor);
    options(message);
  };
  request(kScreenCast, "SelectSources", all, {.deadline = deadline, .patience = kCallPatience});
}

Results PortalSession::start(const char* interface, const Wish& wish) {
  Results results = request(interface, "Start", add_nothing, wish);
  crashed_ = false;  // a dialog that has been answered is needed no more
  return results;
}

BusMessage PortalSession::call(const char* interface, const char* method, const Fill& arguments,
                               Deadline deadline) {
  const BusMessage message = bus_.method(kService, kPath, interface, method);
  check(::sd_bus_message_append(message.get(), "oa{sv}", session_.c_str(), 0));
  arguments(message.get());
  SessionBus::Answer answer = bus_.call(message, deadline);
  if (!answer.message) throw Refusal(reason_of(answer.error));
  return std::move(answer.message);
}

}  // namespace native::portal
