#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "native/portal/helper/results.hpp"
#include "native/portal/helper/session_bus.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Interfaces of the portal.
constexpr const char* kScreenCast = "org.freedesktop.portal.ScreenCast";
constexpr const char* kRemoteDesktop = "org.freedesktop.portal.RemoteDesktop";
// Lasting consent: 0 would delete the grant, and 1 ends with the connection.
constexpr std::uint32_t kUntilRevoked = 2;
constexpr std::uint32_t kMonitors = 1;  // sources of pictures

// How long a request may wait.
struct Wish {
  Deadline deadline;
  // For the answer, once the portal has begun: it may be waiting for a person then. Nothing:
  // until the deadline.
  std::optional<std::chrono::milliseconds> patience = {};
  const char* late = "no answer";  // the reason when that is over
  int asker = -1;                  // the socket of who waits: its end cancels
};

// One session of the desktop portal, on a connection of its own. Closed with it. Throws a Refusal
// for everything that fails.
class PortalSession {
 public:
  // Adds arguments to a call.
  using Fill = std::function<void(sd_bus_message*)>;

  // Connects. `missing`: the reason where the portal lacks an interface.
  PortalSession(const std::string& bus, const char* missing, Deadline deadline);
  ~PortalSession();
  PortalSession(const PortalSession&) = delete;
  PortalSession& operator=(const PortalSession&) = delete;

  std::uint32_t property(const char* interface, const char* name, Deadline deadline);
  // Returns whether the portal may still know a token of this table. It is only asked, never told.
  bool may_know(const char* table, const std::string& token, Deadline deadline);

  // Returns whether somebody owns a name on the bus.
  bool is_owned(const char* name, Deadline deadline);

  // Has the portal make the session.
  void create(const char* interface, Deadline deadline);
  // Says that all monitors shall be in it; `options` may add more.
  void select_monitors(const Fill& options, Deadline deadline);
  // Sends a request about the session and waits for what it results in.
  Results request(const char* interface, const char* method, const Fill& options, const Wish& wish);
  // Has it begin, which may ask a person.
  Results start(const char* interface, const Wish& wish);
  // Calls a method of the session that answers at once; `arguments` come after the session.
  BusMessage call(const char* interface, const char* method, const Fill& arguments,
                  Deadline deadline);

  // Takes in what the portal has said. Returns false once the session is over.
  bool take_in();
  // Returns whether the portal, or one of its backends, has ended since the session began.
  bool has_crashed() const { return crashed_; }
  SessionBus& bus() { return bus_; }

 private:
  struct Response {
    std::uint32_t code = 0;
    BusMessage results;  // a{sv} comes next
  };
  Response send(const char* interface, const char* method, const Fill& before, const Fill& options,
                const Wish& wish);
  Response response_to(const std::string& path, const Wish& wish);
  void watch(const std::string& rule, Deadline deadline);
  void close(const std::string& path, const char* interface);
  // Notes the end of the session and of the portal.
  void note(sd_bus_message* message);
  std::string reason_of(std::string_view error) const;

  SessionBus bus_;
  const char* missing_;
  std::string portal_;   // its unique name: answers of others do not count
  std::string session_;  // "": none
  bool over_ = false;
  bool crashed_ = false;
};

}  // namespace native::portal
