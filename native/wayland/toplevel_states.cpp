#include "native/wayland/toplevel_states.hpp"

#include <algorithm>

#include "native/desktop/utf8.hpp"

namespace native::wayland {
namespace {

constexpr std::size_t kMaxStates = 10'000;

ToplevelState& state_of(void* data) { return *static_cast<ToplevelState*>(data); }

void take_states(ToplevelState& to, const wl_array& array) {
  const auto* first = static_cast<const std::uint32_t*>(array.data);
  const auto* last = first + array.size / sizeof(std::uint32_t);
  const auto has = [&](std::uint32_t state) { return std::find(first, last, state) != last; };
  to.activated = has(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED);
  to.minimised = has(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED);
  to.maximised = has(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED);
  to.fullscreen = has(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN);
}

const zwlr_foreign_toplevel_handle_v1_listener kStateListener = {
    .title = [](void* data, zwlr_foreign_toplevel_handle_v1*,
                const char* title) { state_of(data).title = clean_utf8(title); },
    .app_id = [](void* data, zwlr_foreign_toplevel_handle_v1*,
                 const char* app_id) { state_of(data).app_id = clean_utf8(app_id); },
    .output_enter = [](void*, zwlr_foreign_toplevel_handle_v1*, wl_output*) {},
    .output_leave = [](void*, zwlr_foreign_toplevel_handle_v1*, wl_output*) {},
    .state = [](void* data, zwlr_foreign_toplevel_handle_v1*,
                wl_array* states) { take_states(state_of(data), *states); },
    .done = [](void*, zwlr_foreign_toplevel_handle_v1*) {},
    .closed = [](void* data, zwlr_foreign_toplevel_handle_v1*) { state_of(data).closed = true; },
    .parent = [](void* data, zwlr_foreign_toplevel_handle_v1*,
                 zwlr_foreign_toplevel_handle_v1* parent) { state_of(data).parent = parent; },
};

const zwlr_foreign_toplevel_manager_v1_listener kManagerListener = {
    .toplevel =
        [](void* data, zwlr_foreign_toplevel_manager_v1*, zwlr_foreign_toplevel_handle_v1* handle) {
          static_cast<ToplevelStates*>(data)->add(handle);
        },
    .finished = [](void*, zwlr_foreign_toplevel_manager_v1*) {},
};

}  // namespace

std::unique_ptr<ToplevelStates> ToplevelStates::read(Connection& connection, Deadline deadline) {
  std::unique_ptr<ToplevelStates> states(new ToplevelStates());
  states->manager_.reset(connection.bind<zwlr_foreign_toplevel_manager_v1>(
      zwlr_foreign_toplevel_manager_v1_interface, 3));
  if (!states->manager_) return nullptr;
  ::zwlr_foreign_toplevel_manager_v1_add_listener(states->manager_.get(), &kManagerListener,
                                                  states.get());
  // The first answer brings the windows, the second what is said of them.
  connection.round_trip(deadline);
  connection.round_trip(deadline);
  return states;
}

ToplevelStates::~ToplevelStates() {
  if (manager_) ::zwlr_foreign_toplevel_manager_v1_stop(manager_.get());
}

void ToplevelStates::add(zwlr_foreign_toplevel_handle_v1* handle) {
  if (states_.size() >= kMaxStates) {
    ::zwlr_foreign_toplevel_handle_v1_destroy(handle);
    return;
  }
  ToplevelState& state = *states_.emplace_back(std::make_unique<ToplevelState>());
  state.handle.reset(handle);
  ::zwlr_foreign_toplevel_handle_v1_add_listener(handle, &kStateListener, &state);
}

const ToplevelState* ToplevelStates::find(const std::string& title,
                                          const std::string& app_id) const {
  const ToplevelState* found = nullptr;
  for (const auto& each : states_) {
    if (each->closed || each->title != title || each->app_id != app_id) continue;
    if (found != nullptr) return nullptr;
    found = each.get();
  }
  return found;
}

bool ToplevelStates::any_with_parent(const std::string& title, const std::string& app_id) const {
  return std::any_of(states_.begin(), states_.end(), [&](const auto& each) {
    return !each->closed && each->parent != nullptr && each->title == title &&
           each->app_id == app_id;
  });
}

const ToplevelState* ToplevelStates::find(const zwlr_foreign_toplevel_handle_v1* handle) const {
  for (const auto& each : states_)
    if (!each->closed && each->handle.get() == handle) return each.get();
  return nullptr;
}

}  // namespace native::wayland
