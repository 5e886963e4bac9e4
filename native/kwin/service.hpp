#pragma once

#include "native/dbus/compositor_service.hpp"
#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// KWin's services on the session bus: org.kde.KWin.ScreenShot2 and org.kde.kwin.Scripting.
namespace native::kwin {

using dbus::ServiceLate;
using dbus::ServiceLost;
using Service = dbus::CompositorService;

constexpr const char* kServiceName = "org.kde.KWin";

}  // namespace native::kwin
