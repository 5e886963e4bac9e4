#include "native/dbus/compositor_service.hpp"

#include <optional>

#include "native/dbus/service_search.hpp"
#include "native/desktop/error.hpp"
#include "native/linux/process_info.hpp"

namespace native::dbus {
namespace {

// The socket may have been made by a wrapper, which starts the compositor anew when it crashes.
bool is_of(const std::string& proc, pid_t process, pid_t compositor) {
  if (compositor == 0 || process == compositor) return true;
  const std::optional<ProcessStatus> status = process_status(proc, process);
  return status && status->parent == compositor;
}

}  // namespace

std::unique_ptr<CompositorService> CompositorService::find(const std::string& name,
                                                           const std::string& bus_address,
                                                           const std::string& proc,
                                                           pid_t compositor, Deadline deadline) {
  auto bus = std::make_unique<Bus>(bus_address);
  const Bus::State state = bus->connect(deadline);
  if (state == Bus::State::kSilent) throw ServiceLate{};
  if (state == Bus::State::kAbsent) return nullptr;
  ServiceOwner owner;
  try {
    owner = find_service(*bus, name, deadline);
  } catch (const Error&) {
    throw ServiceLate{};
  }
  if (owner.unique.empty() || !is_of(proc, static_cast<pid_t>(owner.pid), compositor))
    return nullptr;
  return std::unique_ptr<CompositorService>(
      new CompositorService(std::move(bus), bus_address, std::move(owner.unique)));
}

void CompositorService::check_answer() {
  // The bus says so of a program that ends before it answers; also counts as a silent bus.
  const bool left = bus_->error_name() == "org.freedesktop.DBus.Error.NoReply";
  if (left || bus_->service_missing() || bus_->state() == Bus::State::kAbsent) throw ServiceLost{};
  if (bus_->state() == Bus::State::kSilent) throw ServiceLate{};
}

}  // namespace native::dbus
