#include "native/wayland/input/devices.hpp"

#include "native/wayland/input/portal_devices.hpp"
#include "native/wayland/input/virtual_devices.hpp"

namespace native::wayland {

std::unique_ptr<Devices> open_devices(Connection& connection, portal::InputPortal& portal,
                                      Deadline deadline) {
  if (offers_virtual_devices(connection))
    return std::make_unique<VirtualDevices>(connection, deadline);
  return std::make_unique<PortalDevices>(portal.open(deadline), connection, deadline);
}

}  // namespace native::wayland
