#include "native/dbus/dbus_session_programs.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "native/dbus/bus.hpp"
#include "native/dbus/service_search.hpp"
#include "native/desktop/error.hpp"

namespace native {
namespace {

using dbus::Bus;
using dbus::Reply;
using dbus::within;

constexpr const char* kApplication = "org.freedesktop.Application";
constexpr const char* kSystemd = "org.freedesktop.systemd1";
constexpr const char* kSystemdPath = "/org/freedesktop/systemd1";
constexpr const char* kSystemdManager = "org.freedesktop.systemd1.Manager";
constexpr std::size_t kMaxId = 128;  // bytes: names of units have at most 255

// Returns the object that stands for an application (Desktop Entry Specification).
std::string object_of(const std::string& id) {
  std::string path = "/" + id;
  std::replace(path.begin(), path.end(), '.', '/');
  std::replace(path.begin(), path.end(), '-', '_');
  return path;
}

// Returns an id as a part of a unit's name, as systemd-escape(1) writes it.
std::string escaped(const std::string& id) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const char each : id) {
    const auto byte = static_cast<unsigned char>(each);
    const bool plain =
        std::isalnum(byte) != 0 || each == '_' || each == ':' || (each == '.' && !text.empty());
    if (plain)
      text += each;
    else
      text += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 0xF]};
  }
  return text;
}

[[noreturn]] void throw_unknown(const std::string& id) {
  throw Error("UNSUPPORTED", "the session bus cannot start the application " + id,
              "Start the program another way.");
}

[[noreturn]] void throw_silent(const std::string& id) {
  throw Error("TIMEOUT", "the application " + id + " does not answer",
              "End it, then start it again.");
}

class DbusSessionPrograms : public SessionPrograms {
 public:
  explicit DbusSessionPrograms(std::function<std::string()> session_bus)
      : session_bus_(std::move(session_bus)) {}

  std::int64_t activate(const std::string& id, Deadline deadline) override {
    Bus bus(session_bus_());
    const Deadline limit = within(deadline, kStart);
    {
      const Reply answer = bus.call({.service = id,
                                     .path = object_of(id),
                                     .interface = kApplication,
                                     .name = "Activate",
                                     .arguments = {dbus::NoEntries{}},
                                     .starts_service = true},
                                    limit);
      if (bus.state() == Bus::State::kSilent) throw_silent(id);
      if (!answer) throw_unknown(id);
    }
    return dbus::find_service(bus, id, limit).pid;
  }

  bool give_scope(const std::string& id, std::int64_t pid, Deadline deadline) override {
    if (pid <= 0 || pid > std::numeric_limits<std::int32_t>::max() || id.size() > kMaxId)
      return false;
    Bus bus(session_bus_());
    const std::string unit = "app-" + escaped(id) + "-" + std::to_string(pid) + ".scope";
    const Reply taken =
        bus.call({kSystemd,
                  kSystemdPath,
                  kSystemdManager,
                  "StartTransientUnit",
                  {unit, "fail", dbus::ScopeOf{static_cast<std::uint32_t>(pid)}, dbus::NoUnits{}}},
                 within(deadline, kScope));
    return static_cast<bool>(taken);
  }

 private:
  const std::function<std::string()> session_bus_;
};

}  // namespace

std::unique_ptr<SessionPrograms> open_dbus_session_programs(
    std::function<std::string()> session_bus) {
  return std::make_unique<DbusSessionPrograms>(std::move(session_bus));
}

}  // namespace native
