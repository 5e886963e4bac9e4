#include "native/kwin/service.hpp"

#include <optional>

#include "native/dbus/service_search.hpp"
#include "native/linux/process_info.hpp"

namespace native::kwin {
namespace {

constexpr const char* kName = "org.kde.KWin";

// The socket may have been made by a wrapper, which starts KWin anew when it crashes.
bool is_of(const std::string& proc, pid_t process, pid_t compositor) {
  if (compositor == 0 || process == compositor) return true;
  const std::optional<ProcessStatus> status = process_status(proc, process);
  return status && status->parent == compositor;
}

}  // namespace

std::unique_ptr<Service> Service::find(const std::string& bus_address, const std::string& proc,
                                       pid_t compositor, Deadline deadline) {
  auto bus = std::make_unique<dbus::Bus>(bus_address);
  const dbus::Bus::State state = bus->connect(deadline);
  if (state == dbus::Bus::State::kSilent) throw ServiceLate{};
  if (state == dbus::Bus::State::kAbsent) return nullptr;
  dbus::ServiceOwner owner;
  try {
    owner = dbus::find_service(*bus, kName, deadline);
  } catch (const Error&) {
    throw ServiceLate{};
  }
  if (owner.unique.empty() || !is_of(proc, static_cast<pid_t>(owner.pid), compositor))
    return nullptr;
  return std::unique_ptr<Service>(new Service(std::move(bus), std::move(owner.unique)));
}

void Service::check_answer() {
  // The bus says so of a program that ends before it answers; also counts as a silent bus.
  const bool left = bus_->error_name() == "org.freedesktop.DBus.Error.NoReply";
  if (left || bus_->service_missing() || bus_->state() == dbus::Bus::State::kAbsent)
    throw ServiceLost{};
  if (bus_->state() == dbus::Bus::State::kSilent) throw ServiceLate{};
}

}  // namespace native::kwin
