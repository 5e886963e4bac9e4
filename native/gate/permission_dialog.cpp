#include "native/gate/permission_dialog.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace native {
namespace {

// The portal backends that ask for screens, keys or pointer in windows of their own.
constexpr std::string_view kPrograms[] = {
    "hyprland-share-picker",
    "xdg-desktop-portal-cosmic",
    "xdg-desktop-portal-gnome",
    "xdg-desktop-portal-kde",
};

}  // namespace

bool is_permission_dialog(const Window& window, Applications& applications) {
  if (window.transient_for != 0) return false;
  const std::string program = applications.executable(window.pid);
  return std::find(std::begin(kPrograms), std::end(kPrograms), program) != std::end(kPrograms);
}

}  // namespace native
