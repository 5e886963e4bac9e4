#pragma once

#include <functional>
#include <memory>

#include "runtime/core/async/workers.hpp"
#include "runtime/core/caller.hpp"
#include "runtime/core/files/save_places.hpp"
#include "runtime/lua/bridge/bindings.hpp"

// The modules that need no desktop. Any state they share must outlive the State they are added to.
namespace runtime {

Module task_module();
Module time_module();
Module env_module();
Module log_module();
// "log_lines", for the program's own scripts: the lines logged during a command.
Module log_lines_module();
// Returns where a caller may save pictures; null: anywhere.
using SavePlacesOf = std::function<std::shared_ptr<const files::SavePlaces>(const Caller& caller)>;
// Runs file operations on `workers`. Blobs that are pictures are written where `save_places`
// (empty: anywhere) allows it.
Module fs_module(std::shared_ptr<Workers> workers, SavePlacesOf save_places = {});
// "own_files", for the program's own scripts: files replaced only by the process that wrote them,
// and confined in the same way. Runs on `workers`.
Module own_files_module(std::shared_ptr<Workers> workers, SavePlacesOf save_places = {});
Module process_module();
// "edit_distance", for the program's scripts: finds names similar to a mistyped one.
Module edit_distance_module();
// "script_calls", for those of the program's scripts that run a user's functions: runs each as a
// separate script call.
Module calls_module();

}  // namespace runtime
