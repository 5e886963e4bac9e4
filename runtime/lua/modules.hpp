#pragma once

#include <memory>

#include "runtime/core/async/workers.hpp"
#include "runtime/lua/bridge/bindings.hpp"

// The modules that need no desktop. What they share must outlive the State they are added to.
namespace runtime {

Module task_module();
Module time_module();
Module env_module();
Module log_module();
// "log_lines", for scripts of ours: what was logged during a command.
Module log_lines_module();
// File operations run on `workers`.
Module fs_module(std::shared_ptr<Workers> workers);
// "own_files", for scripts of ours: files that are replaced only by the process that wrote them.
// Runs on `workers`.
Module own_files_module(std::shared_ptr<Workers> workers);
Module process_module();
// "edit_distance", for scripts of ours: names that come near to a mistyped one.
Module edit_distance_module();
// "script_calls", for scripts of ours that run a person's functions: each as a script call of its
// own.
Module calls_module();

}  // namespace runtime
