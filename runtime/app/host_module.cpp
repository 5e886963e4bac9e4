#include "runtime/app/host_module.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include "runtime/app/configuration.hpp"
#include "runtime/app/program.hpp"
#include "runtime/core/files.hpp"

namespace runtime {

namespace {

Results user_folder(const Args& args) {
  return Value(configuration_folder() + "/" + args.string(1));
}

// Does not wait: tools are registered with these names while scripts are loaded, where nothing can
// wait.
Results user_scripts(const Args& args) {
  constexpr std::string_view kEnding = ".lua";
  Value::List names;
  try {
    for (const std::string& name : files::list(configuration_folder() + "/" + args.string(1)))
      if (name.size() > kEnding.size() && name.ends_with(kEnding) && name[0] != '.')
        names.emplace_back(name.substr(0, name.size() - kEnding.size()));
  } catch (const Error& error) {
    const std::string* reason = error.details["reason"].string();
    if (!reason || *reason != "missing") throw;
  }
  return Value(std::move(names));
}

constexpr Function kHost[] = {
    {"user_folder", "host.user_folder(name) -> path",
     "A folder of the user's own files: NAME in $XDG_CONFIG_HOME/peekaboo (default "
     "~/.config/peekaboo).",
     user_folder},
    {"user_scripts", "host.user_scripts(name) -> {name}",
     "The scripts in a folder of the user's own files, sorted, without \".lua\"; none when there "
     "is no such folder. "
     "Raises FILE_IO_ERROR. Does not wait.",
     user_scripts},
};

}  // namespace

Module host_module(Value configuration) {
  utsname system{};
  uname(&system);
  Value platform;
  platform.set("system", std::string(system.sysname)).set("release", std::string(system.release));
  platform.set("architecture", std::string(system.machine));
  Value constants;
  constants.set("version", kVersion).set("pid", static_cast<std::int64_t>(getpid())).set("platform", std::move(platform));
  constants.set("configuration", std::move(configuration));
  return Module{"host", kHost, nullptr, std::move(constants)};
}

}  // namespace runtime
