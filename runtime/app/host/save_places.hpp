#pragma once

#include "runtime/lua/modules.hpp"

namespace runtime {

// Returns where callers may save pictures as long as no policy says so: AI clients in the home
// folder but not its hidden folders, the working directory unless it is the root, the temporary
// folder and the folder of PEEKABOO_DEFAULT_SAVE_PATH; all others anywhere.
SavePlacesOf default_save_places();

}  // namespace runtime
