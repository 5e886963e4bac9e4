#include "runtime/app/host_module.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include "runtime/app/configuration.hpp"
#include "runtime/app/program.hpp"
#include "runtime/core/files.hpp"
#include "runtime/lua/state.hpp"

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

Value rows_of(std::string_view module, std::span<const Function> functions) {
  Value rows = Value::List();
  for (const Function& function : functions) {
    Value row;
    row.set("module", module).set("name", function.name);
    row.set("signature", function.signature).set("text", function.text);
    row.set("waits", function.waiting || function.script);
    rows.push(std::move(row));
  }
  return rows;
}

Results rows(const Args& args) {
  Value all = Value::List();
  for (const Module& module : args.self<State>().modules()) {
    Value entry;
    entry.set("module", module.name).set("rows", rows_of(module.name, module.functions));
    entry.set("methods", rows_of(module.name, module.methods));
    Value constants = Value::List();
    if (const Value::Record* record = module.constants.record())
      for (const auto& [name, value] : *record) constants.push(name);
    entry.set("constants", std::move(constants));
    all.push(std::move(entry));
  }
  return all;
}

Results methods(const Args& args) {
  const auto* object = args[1].as<std::shared_ptr<Object>>();
  if (!object) return Value();
  const ObjectType& type = (*object)->type();
  Value entry;
  entry.set("module", type.name).set("rows", rows_of(type.name, type.functions));
  return entry;
}

constexpr Function kHost[] = {
    {"rows", "host.rows() -> {module_rows}",
     "The documentation of all native modules that are open. Does not wait.", rows},
    {"methods", "host.methods(value) -> module_rows?",
     "The same for the methods of an object; nil for anything else. Does not wait.", methods},
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

Module host_module(State& state, Value configuration) {
  utsname system{};
  uname(&system);
  Value platform;
  platform.set("system", std::string(system.sysname)).set("release", std::string(system.release));
  platform.set("architecture", std::string(system.machine));
  Value constants;
  constants.set("version", kVersion)
      .set("pid", static_cast<std::int64_t>(getpid()))
      .set("platform", std::move(platform));
  constants.set("configuration", std::move(configuration));
  return Module{"host", kHost, std::shared_ptr<State>(&state, [](State*) {}), std::move(constants)};
}

}  // namespace runtime
