#include "native/gate/own_windows.hpp"

#include <algorithm>
#include <string_view>

namespace native {
namespace {

// Programs that start a session, or shells that hold its programs as children.
constexpr std::string_view kSessionManagers[] = {
    "cinnamon",
    "cinnamon-session-binary",
    "gnome-session-binary",
    "gnome-shell",
    "ksmserver",
    "kwin_x11",
    "lxqt-session",
    "lxsession",
    "mate-session",
    "plasma_session",
    "plasmashell",
    "startplasma-x11",
    "xfce4-session",
};

bool counts(const Window& window) {
  return window.type != "dock" && window.type != "desktop" && !window.pop_up;
}

}  // namespace

bool OwnWindows::is_session_manager(std::int64_t pid, Applications& applications) {
  const auto [place, is_new] = session_managers_.try_emplace(pid, false);
  if (!is_new) return place->second;
  const std::string name = applications.executable(pid);
  place->second = std::find(std::begin(kSessionManagers), std::end(kSessionManagers), name) !=
                  std::end(kSessionManagers);
  return place->second;
}

std::int64_t OwnWindows::process(const std::vector<Window>& windows, Applications& applications) {
  if (!find_ancestors_) return 0;
  const std::lock_guard lock(mutex_);
  if (!ancestors_) ancestors_ = find_ancestors_();
  for (const std::int64_t pid : *ancestors_) {
    const bool has_any = std::any_of(windows.begin(), windows.end(), [pid](const Window& each) {
      return each.pid == pid && counts(each);
    });
    if (has_any && !is_session_manager(pid, applications)) return pid;
  }
  return 0;
}

}  // namespace native
