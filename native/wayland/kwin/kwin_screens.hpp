#pragma once

#include <memory>

#include "native/kwin/picture.hpp"
#include "native/kwin/service.hpp"
#include "native/linux/desktop_session.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/screen_pictures.hpp"

// Pictures by KWin's own service, where the compositor is KWin: it has no protocol for them.
namespace native::wayland {

// Returns the services of this compositor; null when it is no KWin.
std::unique_ptr<kwin::Service> find_kwin(const Connection& connection, const SessionRoots& roots,
                                         Deadline deadline);

std::unique_ptr<ScreenPictures> kwin_screens(kwin::Service& service, Connection& connection);

// Returns a picture as what is shared with other compositors; `opaque`: it has no alpha.
RawPicture raw_of(kwin::Picture picture, bool opaque);

}  // namespace native::wayland
