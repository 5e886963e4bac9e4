#include "runtime/app/module_loader.hpp"

#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

#include "runtime/app/program.hpp"
#include "runtime/core/error.hpp"

namespace runtime {

namespace {

using Version = const char* (*)();
using Open = void (*)(Loop&, Module&);

std::string find_module(const std::string& file) {
  char link[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", link, sizeof link);
  if (length <= 0) return {};
  const std::string executable(link, static_cast<std::size_t>(length));
  const std::string folder = executable.substr(0, executable.rfind('/'));
  const std::string prefix = folder.substr(0, folder.rfind('/'));
  for (const std::string& path : {folder + "/" + file, prefix + "/lib/peekaboo/" + file})
    if (access(path.c_str(), R_OK) == 0) return path;
  return {};
}

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw Error("UNSUPPORTED", "the module " + file + " " + why,
              "install Peekaboo again: " + file + " belongs beside peekaboo, or in lib/peekaboo");
}

// Never unloaded: its threads may be stuck in a request when the program ends.
void* open_library(const std::string& file) {
  const std::string path = find_module(file);
  if (path.empty()) refuse(file, "is missing");
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) refuse(file, std::string("cannot be opened: ") + dlerror());
  const auto version = reinterpret_cast<Version>(dlsym(library, "peekaboo_module_version"));
  if (!version) refuse(file, "is no module of Peekaboo");
  if (std::string(version()) != kVersion)
    refuse(file, std::string("is of version ") + version() + ", not " + kVersion);
  return library;
}

}  // namespace

void* module_function(const std::string& file, const char* name) {
  void* function = dlsym(open_library(file), name);
  if (!function) refuse(file, "is no module of Peekaboo");
  return function;
}

Module open_module(const std::string& file, Loop& loop) {
  const auto open = reinterpret_cast<Open>(module_function(file, "peekaboo_module_open"));
  Module module{"", {}, nullptr, Value()};
  open(loop, module);
  return module;
}

}  // namespace runtime
