#pragma once

#include <memory>
#include <string>

#include "native/kwin/service.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Returns KWin's windows, listed and changed by scripts that run once inside it. `run`: the
// person's runtime folder. The service and the connection must outlive it.
std::unique_ptr<WindowSource> list_by_kwin(kwin::Service& service, Connection& connection,
                                           const std::string& run);

}  // namespace native::wayland
