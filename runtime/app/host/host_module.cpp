#include "runtime/app/host/host_module.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <chrono>

#include "native/decode/picture_reader.hpp"
#include "runtime/app/cli/configuration.hpp"
#include "runtime/app/host/program.hpp"
#include "runtime/app/host/save_places.hpp"
#include "runtime/app/host/script_source.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/own_file.hpp"
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

Results own_capture_folder(const Args&) { return Value(capture_folder()); }

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

Value parameter_of(const Parameter& parameter, bool option) {
  const bool optional = option ? !(parameter.marks & Parameter::kNeeded)
                               : (parameter.marks & Parameter::kOptional) != 0;
  Value value;
  value.set("name", parameter.name).set("type", parameter.type).set("text", parameter.text);
  value.set("optional", optional).set("option", option);
  if (parameter.marks & Parameter::kNotNegative) value.set("least", 0);
  if (parameter.needed_for) value.set("needed_for", parameter.needed_for);
  return value;
}

Value row_of(const Function& function) {
  Value parameters = Value::List(), results = Value::List(), errors = Value::List();
  for (const Parameter& each : function.parameters) parameters.push(parameter_of(each, false));
  for (const Parameter& each : function.options) parameters.push(parameter_of(each, true));
  for (const Result& each : function.results) {
    Value result;
    result.set("type", each.type);
    if (each.word) result.set("word", each.word);
    results.push(std::move(result));
  }
  for (const char* code : function.errors) errors.push(code);
  Value row;
  row.set("call", function.call).set("text", function.text);
  row.set("parameters", std::move(parameters)).set("results", std::move(results));
  row.set("errors", std::move(errors));
  row.set("waits", function.work.waiting || function.work.script);
  row.set("plain", function.work.plain != nullptr);
  return row;
}

Value rows_of(std::span<const Function> functions) {
  Value rows = Value::List();
  for (const Function& function : functions) rows.push(row_of(function));
  return rows;
}

Value module_rows(const Module& module) {
  Value entry;
  entry.set("module", module.name).set("about", module.about);
  entry.set("rows", rows_of(module.functions)).set("methods", rows_of(module.methods));
  Value constants = Value::List();
  if (const Value::Record* record = module.constants.record())
    for (const auto& [name, value] : *record) constants.push(name);
  return entry.set("constants", std::move(constants));
}

Results rows(const Args& args) {
  Value all = Value::List();
  for (const Module& module : built_in_modules()) all.push(module_rows(module));
  for (const Module& module : args.self<ServiceParts>().state.modules())
    all.push(module_rows(module));
  return all;
}

Results methods(const Args& args) {
  const auto* object = args[1].as<std::shared_ptr<Object>>();
  if (!object) return Value();
  const ObjectType& type = (*object)->type();
  Value entry;
  entry.set("module", type.name).set("rows", rows_of(type.functions));
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

constexpr Parameter kScriptName{"name", "string", "Such as \"tools\"."};

constexpr Function kHost[] = {
    {.call = "host.rows",
     .text = "The documentation of all native modules that are open. Does not wait.",
     .results = {{"table[]", "{module_rows}"}},
     .work = rows},
    {.call = "host.methods",
     .text = "The same for the methods of an object; nil for anything else. Does not wait.",
     .parameters = {{"value", "any", "An object, such as an image."}},
     .results = {{"table?", "module_rows"}},
     .work = methods},
    {.call = "host.user_folder",
     .text = "A folder of the user's own files: NAME in $XDG_CONFIG_HOME/peekaboo (default "
             "~/.config/peekaboo).",
     .parameters = {kScriptName},
     .results = {{"string", "path"}},
     .work = user_folder},
    {.call = "host.user_scripts",
     .text = "The scripts in a folder of the user's own files, sorted, without \".lua\"; none when "
             "there is no such folder. Raises FILE_IO_ERROR. Does not wait.",
     .parameters = {kScriptName},
     .results = {{"string[]", "{name}"}},
     .errors = {"FILE_IO_ERROR"},
     .work = user_scripts},
    {.call = "host.scripts",
     .text = "The scripts of the program below a folder of scripts/, sorted, as `require` takes "
             "them behind the folder's name. Raises FILE_IO_ERROR. Does not wait.",
     .parameters = {{"folder", "string", "A folder's path."}},
     .results = {{"string[]", "{name}"}},
     .errors = {"FILE_IO_ERROR"},
     .work = scripts},
    {.call = "host.settings",
     .text = "Every setting: name, kind, default (as it would be written), text, whether it is "
             "secret, and its key in the configuration file, if it can stand there. Does not wait.",
     .results = {{"table[]", "{table}"}},
     .work = settings_rows},
    {.call = "host.setting",
     .text = "A setting: its `value` in force and its origin (`source`: environment, file or "
             "default), its `default`, the `text` that was written and where (`written_in`), and "
             "the `fault` because of which the default applies. Does not wait.",
     .parameters = {{"name", "string", "The variable."}},
     .results = {{"table"}},
     .work = setting},
    {.call = "host.capture_folder",
     .text = "The folder of captures without a path: one in the temporary directory that only the "
             "user can open, made where it is missing. Raises FILE_IO_ERROR. Does not wait.",
     .results = {{"string", "path"}},
     .errors = {"FILE_IO_ERROR"},
     .work = own_capture_folder},
    {.call = "host.helper_confinement",
     .text = "How the processes are confined in which pictures of others are unpacked and "
             "read.",
     .results = {{"confinement"}},
     .work = helper_confinement},
    {.call = "host.read_user_file",
     .text =
         "A file of the user's own folders, at most 1 MiB. Raises FILE_IO_ERROR, with details.why, "
         "unless it and its folders belong to the user or root and others may not write to them.",
     .parameters = {{"path", "string", "Below one of the user's own folders."}},
     .results = {{"string", "text"}},
     .errors = {"FILE_IO_ERROR"},
     .work = read_user_file},
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
  return Module{.name = "host",
                .functions = kHost,
                .self = std::move(parts),
                .constants = std::move(constants),
                .about =
                    "This program: `host.version`, `host.platform` {system, release, "
                    "architecture}, and the user's own files."};
}

}  // namespace runtime
