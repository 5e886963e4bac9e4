#include "tests/unit/native/wayland/toplevel_compositor.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "ext-foreign-toplevel-list-v1-client.h"
#include "wlr-foreign-toplevel-management-unstable-v1-client.h"

namespace native::wayland {
namespace {

enum ListEvent : std::uint32_t { kListed };
enum ListedEvent : std::uint32_t { kClosed, kDone, kTitle, kAppId, kIdentifier };
enum StateEvent : std::uint32_t {
  kStateTitle,
  kStateAppId,
  kEnter,
  kLeave,
  kState,
  kStateDone,
  kStateClosed,
  kParent
};

ToplevelCompositor& owner_of(wl_resource* resource) {
  return *static_cast<ToplevelCompositor*>(::wl_resource_get_user_data(resource));
}

template <std::uint32_t state, bool on>
void change(wl_client*, wl_resource* handle) {
  owner_of(handle).request(handle, state, on);
}

// The requests of each interface, in the order of their numbers.
struct ListRequests {
  void (*stop)(wl_client*, wl_resource*);
  void (*destroy)(wl_client*, wl_resource*);
};
struct ListedRequests {
  void (*destroy)(wl_client*, wl_resource*);
};
struct StatesRequests {
  void (*stop)(wl_client*, wl_resource*);
};
struct StateRequests {
  void (*maximise)(wl_client*, wl_resource*);
  void (*unmaximise)(wl_client*, wl_resource*);
  void (*minimise)(wl_client*, wl_resource*);
  void (*unminimise)(wl_client*, wl_resource*);
  void (*activate)(wl_client*, wl_resource*, wl_resource*);
  void (*close)(wl_client*, wl_resource*);
  void (*set_rectangle)(wl_client*, wl_resource*, wl_resource*, int, int, int, int);
  void (*destroy)(wl_client*, wl_resource*);
  void (*fill)(wl_client*, wl_resource*, wl_resource*);
  void (*unfill)(wl_client*, wl_resource*);
};

const ListRequests kListRequests = {[](wl_client*, wl_resource*) {}, &destroy_resource};
const ListedRequests kListedRequests = {&destroy_resource};
const StatesRequests kStatesRequests = {[](wl_client*, wl_resource*) {}};
const StateRequests kStateRequests = {
    &change<ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED, true>,
    &change<ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED, false>,
    &change<ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED, true>,
    &change<ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED, false>,
    [](wl_client*, wl_resource* handle, wl_resource*) {
      owner_of(handle).request(handle, ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED, true);
    },
    [](wl_client*, wl_resource* handle) { owner_of(handle).close(handle); },
    [](wl_client*, wl_resource*, wl_resource*, int, int, int, int) {},
    &destroy_resource,
    [](wl_client*, wl_resource* handle, wl_resource*) {
      owner_of(handle).request(handle, ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN, true);
    },
    &change<ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN, false>,
};

void bind_seat_global(wl_client* client, void*, std::uint32_t version, std::uint32_t id) {
  ::wl_resource_create(client, &wl_seat_interface, static_cast<int>(version), id);
}

void bind_list(wl_client* client, void* data, std::uint32_t, std::uint32_t id) {
  wl_resource* list = ::wl_resource_create(client, &ext_foreign_toplevel_list_v1_interface, 1, id);
  ::wl_resource_set_implementation(list, &kListRequests, data, nullptr);
  static_cast<ToplevelCompositor*>(data)->list(list);
}

void bind_states(wl_client* client, void* data, std::uint32_t version, std::uint32_t id) {
  wl_resource* manager = ::wl_resource_create(client, &zwlr_foreign_toplevel_manager_v1_interface,
                                              static_cast<int>(version), id);
  ::wl_resource_set_implementation(manager, &kStatesRequests, data, nullptr);
  static_cast<ToplevelCompositor*>(data)->list_states(manager);
}

}  // namespace

ToplevelCompositor::ToplevelCompositor(std::vector<Shown> windows, bool with_states)
    : windows_(std::move(windows)) {
  wl_display* const display = served_.display();
  ::wl_global_create(display, &wl_seat_interface, 1, nullptr, &bind_seat_global);
  ::wl_global_create(display, &ext_foreign_toplevel_list_v1_interface, 1, this, &bind_list);
  if (with_states)
    ::wl_global_create(display, &zwlr_foreign_toplevel_manager_v1_interface, 3, this, &bind_states);
  served_.start();
}

std::set<std::uint32_t> ToplevelCompositor::states(const std::string& identifier) {
  std::set<std::uint32_t> states;
  served_.run([&] {
    for (const Shown& each : windows_)
      if (each.identifier == identifier) states = each.states;
  });
  return states;
}

bool ToplevelCompositor::exists(const std::string& identifier) {
  bool found = false;
  served_.run([&] {
    found = std::any_of(windows_.begin(), windows_.end(),
                        [&](const Shown& each) { return each.identifier == identifier; });
  });
  return found;
}

void ToplevelCompositor::list(wl_resource* list) {
  for (const Shown& each : windows_) {
    wl_resource* handle = ::wl_resource_create(::wl_resource_get_client(list),
                                               &ext_foreign_toplevel_handle_v1_interface, 1, 0);
    ::wl_resource_set_implementation(handle, &kListedRequests, this,
                                     [](wl_resource* gone) { owner_of(gone).forget(gone); });
    handles_[handle] = each.identifier;
    ::wl_resource_post_event(list, kListed, handle);
    ::wl_resource_post_event(handle, kIdentifier, each.identifier.c_str());
    ::wl_resource_post_event(handle, kTitle, each.title.c_str());
    ::wl_resource_post_event(handle, kAppId, each.app_id.c_str());
    ::wl_resource_post_event(handle, kDone);
  }
}

void ToplevelCompositor::list_states(wl_resource* manager) {
  std::map<std::string, wl_resource*> made;
  for (auto each = windows_.rbegin(); each != windows_.rend(); ++each) {
    wl_resource* handle = ::wl_resource_create(::wl_resource_get_client(manager),
                                               &zwlr_foreign_toplevel_handle_v1_interface,
                                               ::wl_resource_get_version(manager), 0);
    ::wl_resource_set_implementation(handle, &kStateRequests, this,
                                     [](wl_resource* gone) { owner_of(gone).forget(gone); });
    handles_[handle] = each->identifier;
    made[each->identifier] = handle;
    ::wl_resource_post_event(manager, kListed, handle);
    ::wl_resource_post_event(handle, kStateTitle, each->title.c_str());
    ::wl_resource_post_event(handle, kStateAppId, each->app_id.c_str());
    send_states(handle, *each);
  }
  for (const Shown& each : windows_)
    if (!each.parent.empty())
      ::wl_resource_post_event(made[each.identifier], kParent, made[each.parent]);
}

ToplevelCompositor::Shown* ToplevelCompositor::shown_as(wl_resource* handle) {
  for (Shown& each : windows_)
    if (each.identifier == handles_[handle]) return &each;
  return nullptr;
}

void ToplevelCompositor::send_states(wl_resource* handle, const Shown& window) {
  wl_array states;
  ::wl_array_init(&states);
  for (const std::uint32_t state : window.states)
    *static_cast<std::uint32_t*>(::wl_array_add(&states, sizeof state)) = state;
  ::wl_resource_post_event(handle, kState, &states);
  ::wl_resource_post_event(handle, kStateDone);
  ::wl_array_release(&states);
}

void ToplevelCompositor::request(wl_resource* handle, std::uint32_t state, bool on) {
  Shown* const window = shown_as(handle);
  if (window == nullptr || ignoring_) return;
  if (state == ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED)
    for (Shown& each : windows_) each.states.erase(state);
  if (on)
    window->states.insert(state);
  else
    window->states.erase(state);
  for (const auto& [each, identifier] : handles_)
    if (::wl_resource_instance_of(each, &zwlr_foreign_toplevel_handle_v1_interface,
                                  &kStateRequests))
      if (const Shown* shown = shown_as(each)) send_states(each, *shown);
}

void ToplevelCompositor::close(wl_resource* handle) {
  const std::string identifier = handles_[handle];
  if (ignoring_) return;
  for (const auto& [each, name] : handles_) {
    if (name != identifier) continue;
    const bool listed = ::wl_resource_instance_of(each, &ext_foreign_toplevel_handle_v1_interface,
                                                  &kListedRequests) != 0;
    ::wl_resource_post_event(each, listed ? std::uint32_t{kClosed} : std::uint32_t{kStateClosed});
  }
  std::erase_if(windows_, [&](const Shown& each) { return each.identifier == identifier; });
}

void ToplevelCompositor::forget(wl_resource* handle) { handles_.erase(handle); }

}  // namespace native::wayland
