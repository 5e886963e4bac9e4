#include "runtime/app/host/session_desktop.hpp"

#include <utility>

#include "native/open/open_desktop.hpp"
#include "native/text/helper_process.hpp"
#include "runtime/app/host/module_loader.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {
namespace {

using OpenModule = native::Desktop* (*)(native::WaylandRoots roots);

void* wayland_function() {
  try {
    return module_function("peekaboo-wayland.so", "peekaboo_open_wayland");
  } catch (const Error& error) {
    throw native::Error("UNSUPPORTED", "Wayland session, and " + error.message, error.hint,
                        {{"reason", "wayland"}});
  }
}

// Returns the folder of sockets, which is made when missing.
std::string socket_folder() {
  try {
    std::string folder = files::runtime_folder();
    files::make_runtime_folder(folder);
    return folder;
  } catch (const Error& error) {
    throw native::Error("FILE_IO_ERROR", error.message, error.hint);
  }
}

std::unique_ptr<native::Desktop> open_wayland(native::WaylandRoots roots) {
  roots.portal = {socket_folder, native::find_helper("peekaboo-portal"), roots.session.run};
  const auto open = reinterpret_cast<OpenModule>(wayland_function());
  return std::unique_ptr<native::Desktop>(open(std::move(roots)));
}

}  // namespace

std::unique_ptr<native::Desktop> open_session_desktop() {
  return native::open_desktop(open_wayland);
}

}  // namespace runtime
