#pragma once

#include <memory>

#include "native/gnome/shell.hpp"
#include "native/linux/desktop_session.hpp"
#include "native/portal/window_recorder.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/window_source.hpp"

// Windows of GNOME Shell, which tells them to an extension alone.
namespace native::wayland {

// Returns GNOME Shell on the session bus; null when the compositor is another one.
std::unique_ptr<gnome::Shell> find_gnome_shell(const Connection& connection,
                                               const SessionRoots& roots, Deadline deadline);

// Returns the windows that the extension tells; null when it does not answer. `recorder` takes
// their pictures: that the extension runs is what the person has agreed to; null: none are taken.
// All must outlive them. They throw gnome::ServiceLost, gnome::ServiceLate, and gnome::NoExtension
// when the extension has gone.
std::unique_ptr<WindowSource> list_by_extension(Connection& connection, gnome::Shell& shell,
                                                const portal::WindowRecorder* recorder,
                                                Deadline deadline);

// Returns the error for a GNOME Shell without the extension.
Error needs_extension();

}  // namespace native::wayland
