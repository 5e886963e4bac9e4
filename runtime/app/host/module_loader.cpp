#include "runtime/app/host/module_loader.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include "runtime/app/host/program.hpp"
#include "runtime/core/files/installed.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

namespace {

using Version = const char* (*)();
using Open = void (*)(Loop&, Module&);

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw Error("UNSUPPORTED", "module " + file + " " + why,
              "Reinstall Peekaboo: " + file + " belongs beside peekaboo, or in lib/peekaboo.");
}

// Never unloads the library: its threads may be stuck in a request when the program ends.
void* open_library(const std::string& file) {
  const std::string path = find_installed(file, "lib/peekaboo", R_OK);
  if (path.empty()) refuse(file, "is missing");
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) refuse(file, std::string("cannot be opened: ") + dlerror());
  const auto version = reinterpret_cast<Version>(dlsym(library, "peekaboo_module_version"));
  if (!version) refuse(file, "is not a module of Peekaboo");
  if (std::string(version()) != kVersion)
    refuse(file, std::string("is of version ") + version() + ", not " + kVersion);
  return library;
}

}  // namespace

void* module_function(const std::string& file, const char* name) {
  void* function = dlsym(open_library(file), name);
  if (!function) refuse(file, "is not a module of Peekaboo");
  return function;
}

Module open_module(const std::string& file, Loop& loop) {
  const auto open = reinterpret_cast<Open>(module_function(file, "peekaboo_module_open"));
  Module module{"", {}, nullptr, Value()};
  open(loop, module);
  return module;
}

}  // namespace runtime
