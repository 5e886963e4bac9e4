#include "runtime/app/host/host_module.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <chrono>

#include "native/decode/picture_reader.hpp"
#include "runtime/app/cli/configuration.hpp"
#include "runtime/app/host/program.hpp"
#include "runtime/app/host/script_source.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/own_file.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/value/blob.hpp"
#include "runtime/core/value/settings.hpp"
#include "runtime/lua/bridge/state.hpp"

namespace runtime {

namespace {

// State of the module's functions.
struct ServiceParts {
  State& state;
  std::shared_ptr<Workers> workers;
  std::string scripts;
};

Results user_folder(const Args& args) {
  return Value(configuration_folder() + "/" + args.string(1));
}

// Does not wait: tools are registered with these names while scripts are loaded, when waiting is
// impossible.
Results user_scripts(const Args& args) {
  constexpr std::string_view kEnding = ".lua";
  Value::List names;
  try {
    for (const std::string& name : files::list(configuration_folder() + "/" + args.string(1)))
      if (name.size() > kEnding.size() && name.ends_with(kEnding) && name[0] != '.')
        names.emplace_back(name.substr(0, name.size() - kEnding.size()));
  } catch (const Error& error) {
    const std::string* reason = error.details["reason"].string();
    if (!reason || (*reason != "missing" && *reason != "no_folder")) throw;
  }
  return Value(std::move(names));
}

// Does not wait, for the same reason.
Results scripts(const Args& args) {
  Value::List names;
  for (std::string& name : script_names(args.self<ServiceParts>().scripts, args.string(1)))
    names.emplace_back(std::move(name));
  return Value(std::move(names));
}

Results capture_folder(const Args&) {
  return Value(files::own_temporary_folder("peekaboo-captures"));
}

Task<Results> helper_confinement(Args args) {
  constexpr std::chrono::seconds kPatience(3);
  const std::shared_ptr<ServiceParts> parts = args.shared_self<ServiceParts>();
  const auto job = [kPatience](const Stop&) {
    try {
      return native::PictureReader().confinement(std::chrono::steady_clock::now() + kPatience);
    } catch (const native::Error& error) {
      throw Error(error.code, error.message, error.hint);
    }
  };
  const native::HelperConfinement held = co_await parts->workers->run(job);
  Value result;
  result.set("files", held.files).set("system_calls", held.system_calls);
  co_return result;
}

Task<Results> read_user_file(Args args) {
  constexpr std::uint64_t kLargest = 1u << 20;
  const std::shared_ptr<ServiceParts> parts = args.shared_self<ServiceParts>();
  const std::string base = configuration_folder();
  const std::string path = args.string(1);
  if (!path.starts_with(base + "/")) args.wrong(1, "a path in a folder of the user's own");
  const auto job = [base, path](const Stop&) { return files::read_own(base, path, kLargest); };
  std::vector<std::uint8_t> bytes = co_await parts->workers->run(job);
  co_return Value(std::string(bytes.begin(), bytes.end()));
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
  for (const Module& module : args.self<ServiceParts>().state.modules()) {
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

Results settings_rows(const Args&) {
  Value rows = Value::List();
  for (const settings::Row& row : settings::rows()) {
    Value entry;
    entry.set("name", row.name).set("kind", settings::kind_name(row.kind)).set("text", row.text);
    if (!row.default_value.empty()) entry.set("default", row.default_value);
    entry.set("secret", row.trait == settings::Trait::kSecret);
    if (row.trait != settings::Trait::kEnvironment) entry.set("key", settings::key_of(row.name));
    rows.push(std::move(entry));
  }
  return rows;
}

Results setting(const Args& args) {
  settings::Setting found = settings::read(args.string(1));
  Value result;
  result.set("value", std::move(found.value)).set("default", std::move(found.default_value));
  result.set("written_in", found.written_in).set("source", found.source);
  if (!found.text.empty()) result.set("text", std::move(found.text));
  if (!found.fault.empty()) result.set("fault", std::move(found.fault));
  return result;
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
    {"scripts", "host.scripts(folder) -> {name}",
     "The scripts of the program below a folder of scripts/, sorted, as `require` takes them "
     "behind the folder's name. Raises FILE_IO_ERROR. Does not wait.",
     scripts},
    {"settings", "host.settings() -> {table}",
     "Every setting: name, kind, default (as it would be written), text, whether it is secret, and "
     "its key in the configuration file, if it can stand there. Does not wait.",
     settings_rows},
    {"setting", "host.setting(name) -> table",
     "A setting: its `value` in force and where that comes from (`source`: environment, file or "
     "default), its `default`, the `text` that was written and where (`written_in`), and the "
     "`fault` because of which the default counts. Does not wait.",
     setting},
    {"capture_folder", "host.capture_folder() -> path",
     "Where captures lie that nobody gave a path for: a folder in the temporary directory that "
     "only "
     "the user can open, made where it is missing. Raises FILE_IO_ERROR. Does not wait.",
     capture_folder},
    {"helper_confinement", "host.helper_confinement() -> confinement",
     "What holds the processes in which pictures that somebody else made are unpacked and read.",
     helper_confinement},
    {"read_user_file", "host.read_user_file(path) -> text",
     "A file of the user's own folders, at most 1 MiB. Raises FILE_IO_ERROR, with details.why, "
     "unless it and its folders belong to the user or root and nobody else may write to them.",
     read_user_file},
};

}  // namespace

Module host_module(State& state, std::shared_ptr<Workers> workers, Value configuration,
                   std::string scripts) {
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
  auto parts =
      std::make_shared<ServiceParts>(ServiceParts{state, std::move(workers), std::move(scripts)});
  return Module{"host", kHost, std::move(parts), std::move(constants)};
}

}  // namespace runtime
