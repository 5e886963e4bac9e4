#include "native/wayland/kwin/kwin_watch.hpp"

#include <map>

#include "native/desktop/error.hpp"
#include "native/wayland/owned.hpp"
#include "plasma-window-management-client.h"

namespace native::wayland {
namespace {

constexpr std::size_t kMaxWatched = 10'000;
constexpr std::uint32_t kPlasmaVersion = 13, kFirstWithUuids = 13;

// Objects of these events are all that is needed: that one has arrived tells that something
// changed.
class KwinWatch : public WindowWatch {
 public:
  explicit KwinWatch(org_kde_plasma_window_management* manager) : manager_(manager) {
    ::org_kde_plasma_window_management_add_listener(manager, &kManagerEvents, this);
  }

  int descriptor() const override { return -1; }
  bool take_in() override { return false; }

 private:
  using PlasmaWindow = Owned<org_kde_plasma_window, &org_kde_plasma_window_destroy>;

  void watch(org_kde_plasma_window* window) {
    ::org_kde_plasma_window_add_listener(window, &kWindowEvents, this);
    windows_.emplace(window, window);
  }
  bool has_room() const { return windows_.size() < kMaxWatched; }
  static KwinWatch& of(void* data) { return *static_cast<KwinWatch*>(data); }

  static void window_by_id(void* data, org_kde_plasma_window_management* manager,
                           std::uint32_t id) {
    // Newer ones are told with their UUID besides.
    const auto version = ::wl_proxy_get_version(reinterpret_cast<wl_proxy*>(manager));
    if (version < kFirstWithUuids && of(data).has_room())
      of(data).watch(::org_kde_plasma_window_management_get_window(manager, id));
  }
  static void window_by_uuid(void* data, org_kde_plasma_window_management* manager, std::uint32_t,
                             const char* uuid) {
    if (of(data).has_room())
      of(data).watch(::org_kde_plasma_window_management_get_window_by_uuid(manager, uuid));
  }
  static void unmapped(void* data, org_kde_plasma_window* window) {
    of(data).windows_.erase(window);
  }

  static const org_kde_plasma_window_management_listener kManagerEvents;
  static const org_kde_plasma_window_listener kWindowEvents;

  Owned<org_kde_plasma_window_management, &org_kde_plasma_window_management_destroy> manager_;
  std::map<org_kde_plasma_window*, PlasmaWindow> windows_;
};

const org_kde_plasma_window_management_listener KwinWatch::kManagerEvents = {
    .show_desktop_changed = [](void*, org_kde_plasma_window_management*, std::uint32_t) {},
    .window = window_by_id,
    .stacking_order_changed = [](void*, org_kde_plasma_window_management*, wl_array*) {},
    .stacking_order_uuid_changed = [](void*, org_kde_plasma_window_management*, const char*) {},
    .window_with_uuid = window_by_uuid,
};

const org_kde_plasma_window_listener KwinWatch::kWindowEvents = {
    .title_changed = [](void*, org_kde_plasma_window*, const char*) {},
    .app_id_changed = [](void*, org_kde_plasma_window*, const char*) {},
    .state_changed = [](void*, org_kde_plasma_window*, std::uint32_t) {},
    .virtual_desktop_changed = [](void*, org_kde_plasma_window*, std::int32_t) {},
    .themed_icon_name_changed = [](void*, org_kde_plasma_window*, const char*) {},
    .unmapped = unmapped,
    .initial_state = [](void*, org_kde_plasma_window*) {},
    .parent_window = [](void*, org_kde_plasma_window*, org_kde_plasma_window*) {},
    .geometry = [](void*, org_kde_plasma_window*, std::int32_t, std::int32_t, std::uint32_t,
                   std::uint32_t) {},
    .icon_changed = [](void*, org_kde_plasma_window*) {},
    .pid_changed = [](void*, org_kde_plasma_window*, std::uint32_t) {},
    .virtual_desktop_entered = [](void*, org_kde_plasma_window*, const char*) {},
    .virtual_desktop_left = [](void*, org_kde_plasma_window*, const char*) {},
    .application_menu = [](void*, org_kde_plasma_window*, const char*, const char*) {},
};

}  // namespace

std::unique_ptr<WindowWatch> watch_kwin(Connection& connection, Deadline deadline) {
  auto* const manager = connection.bind<org_kde_plasma_window_management>(
      org_kde_plasma_window_management_interface, kPlasmaVersion);
  if (manager == nullptr)
    throw Error("UNSUPPORTED",
                "KWin reports changes of windows only to programs that a desktop file names",
                "Run `peekaboo permissions grant screens`, which writes that file, or list the "
                "windows again instead.",
                {{"reason", "needs desktop file"}});
  auto watch = std::make_unique<KwinWatch>(manager);
  // The first answer brings the windows, the second what is said of them.
  connection.round_trip(deadline);
  connection.round_trip(deadline);
  return watch;
}

}  // namespace native::wayland
