#pragma once

#include <memory>
#include <string>

#include "native/dbus/compositor_service.hpp"

// GNOME Shell on the session bus, with Peekaboo's extension in it.
namespace native::gnome {

using dbus::ServiceLate;
using dbus::ServiceLost;
using Shell = dbus::CompositorService;

constexpr const char* kServiceName = "org.gnome.Shell";
constexpr const char* kExtension = "windows@peekaboo";

// The extension does not answer: it is not installed, switched off, or the screen is locked, when
// GNOME Shell runs none.
struct NoExtension {};

}  // namespace native::gnome
