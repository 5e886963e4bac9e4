#include "native/wayland/toplevels.hpp"

#include "native/desktop/utf8.hpp"

namespace native::wayland {
namespace {

constexpr std::size_t kMaxToplevels = 10'000;

Toplevel& toplevel_of(void* data) { return *static_cast<Toplevel*>(data); }

const ext_foreign_toplevel_handle_v1_listener kHandleListener = {
    .closed = [](void* data, ext_foreign_toplevel_handle_v1*) { toplevel_of(data).closed = true; },
    .done = [](void*, ext_foreign_toplevel_handle_v1*) {},
    .title = [](void* data, ext_foreign_toplevel_handle_v1*,
                const char* title) { toplevel_of(data).title = clean_utf8(title); },
    .app_id = [](void* data, ext_foreign_toplevel_handle_v1*,
                 const char* app_id) { toplevel_of(data).app_id = clean_utf8(app_id); },
    .identifier = [](void* data, ext_foreign_toplevel_handle_v1*,
                     const char* text) { toplevel_of(data).identifier = text; },
};

const ext_foreign_toplevel_list_v1_listener kListListener = {
    .toplevel =
        [](void* data, ext_foreign_toplevel_list_v1*, ext_foreign_toplevel_handle_v1* handle) {
          static_cast<ToplevelList*>(data)->add(handle);
        },
    .finished = [](void*, ext_foreign_toplevel_list_v1*) {},
};

}  // namespace

std::unique_ptr<ToplevelList> ToplevelList::read(Connection& connection, Deadline deadline) {
  std::unique_ptr<ToplevelList> list(new ToplevelList());
  list->list_.reset(
      connection.bind<ext_foreign_toplevel_list_v1>(ext_foreign_toplevel_list_v1_interface, 1));
  if (!list->list_) return nullptr;
  ::ext_foreign_toplevel_list_v1_add_listener(list->list_.get(), &kListListener, list.get());
  // The first answer brings the windows, the second what is said of them.
  connection.round_trip(deadline);
  connection.round_trip(deadline);
  return list;
}

ToplevelList::~ToplevelList() {
  if (list_) ::ext_foreign_toplevel_list_v1_stop(list_.get());
}

void ToplevelList::add(ext_foreign_toplevel_handle_v1* handle) {
  if (toplevels_.size() >= kMaxToplevels) {
    ::ext_foreign_toplevel_handle_v1_destroy(handle);
    return;
  }
  Toplevel& toplevel = *toplevels_.emplace_back(std::make_unique<Toplevel>());
  toplevel.handle.reset(handle);
  ::ext_foreign_toplevel_handle_v1_add_listener(handle, &kHandleListener, &toplevel);
}

const Toplevel* ToplevelList::find(const std::string& identifier) const {
  for (const auto& each : toplevels_)
    if (!each->closed && each->identifier == identifier) return each.get();
  return nullptr;
}

}  // namespace native::wayland
