#pragma once

#include <memory>

#include "native/desktop/desktop.hpp"

namespace runtime {

// Opens the desktop of this session, see native::open_desktop().
std::unique_ptr<native::Desktop> open_session_desktop();

}  // namespace runtime
