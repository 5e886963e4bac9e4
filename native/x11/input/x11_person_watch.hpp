#pragma once

#include <memory>

#include "native/desktop/person_watch.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

// Watches the raw events of XInput 2, for which no grab is needed. Connects at the first next().
std::unique_ptr<PersonWatch> watch_person_on_x11(SessionRoots roots, Hotkey stop_keys);

}  // namespace native
