#include "runtime/app/host/script_source.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "runtime/app/host/embedded_scripts.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

namespace {

constexpr std::uint64_t kLargestScript = 4u << 20;
const std::string kPublic = "modules/";

bool is_module_name(const std::string& name) {
  return !name.empty() && name.size() < 200 &&
         std::all_of(
             name.begin(), name.end(),
             [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '.';
             }) &&
         name.find("..") == std::string::npos && name.front() != '.';
}

std::string path_of(const std::string& module) {
  std::string path = module;
  std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

// `shown` is the script's name in tracebacks.
std::optional<Script> from_file(const std::string& path, std::string shown) {
  if (!files::exists(path)) return std::nullopt;
  const std::vector<std::uint8_t> bytes = files::read(path, kLargestScript);
  return Script{std::move(shown), std::string(bytes.begin(), bytes.end())};
}

void require_folder(const std::string& folder) {
  if (!files::exists(folder))
    throw Error("FILE_IO_ERROR", "script folder " + folder + " does not exist",
                "Check --scripts or PEEKABOO_SCRIPTS.");
}

// Refuses the former layout, in which scripts lay side by side and would now be ignored silently.
void refuse_flat(const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".lua")
      throw Error("FILE_IO_ERROR",
                  "script folder " + folder + " has the old layout: " +
                      entry.path().filename().string() + " is not in a folder",
                  "Move each script to its folder in scripts/ (boot, modules, lib, "
                  "desktop, capture, ai, tools/core …).");
}

// Looks up a module in modules/NAME.lua (what lies deeper there is none), or one of the program's
// scripts in FOLDER/NAME.lua or, for the main one of a folder, FOLDER/init.lua. embed_scripts.cpp
// uses the same rule for those compiled in.
std::optional<Script> from_override(const std::string& folder, const std::string& module) {
  require_folder(folder);
  refuse_flat(folder);
  const std::string path = path_of(module);
  for (const std::string& each : {kPublic + path + ".lua", path + ".lua", path + "/init.lua"})
    if (std::optional<Script> script = from_file(folder + "/" + each, "scripts/" + each))
      return script;
  return std::nullopt;
}

std::optional<Script> from_user(const std::string& folder, const std::string& module) {
  require_folder(folder);
  const std::string path = path_of(module) + ".lua";
  std::optional<Script> script = from_file(folder + "/" + path, path);
  if (script) script->users = true;
  return script;
}

std::optional<Script> from_program(const std::string& module) {
  for (const EmbeddedScript& script : embedded_scripts())
    if (script.module == module)
      return Script{std::string(script.path), std::string(script.bytecode),
                    Script::Form::kBytecode};
  return std::nullopt;
}

bool is_public(const Script& script) {
  const std::string start = "scripts/" + kPublic;
  return script.name.starts_with(start) && script.name.find('/', start.size()) == std::string::npos;
}

void add_names_of_override(std::set<std::string>& names, const std::string& top,
                           const std::string& folder) {
  require_folder(top);
  const std::filesystem::path start = std::filesystem::path(top) / path_of(folder);
  if (!std::filesystem::is_directory(start)) return;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(start)) {
    if (entry.path().extension() != ".lua") continue;
    std::string name = entry.path().lexically_relative(start).replace_extension().generic_string();
    if (name.ends_with("/init")) name.erase(name.rfind('/'));
    std::replace(name.begin(), name.end(), '/', '.');
    if (name != "init" && is_module_name(name)) names.insert(name);
  }
}

}  // namespace

std::vector<std::string> script_names(const std::string& override_folder,
                                      const std::string& folder) {
  std::set<std::string> names;
  const std::string start = folder + ".";
  for (const EmbeddedScript& script : embedded_scripts())
    if (script.module.starts_with(start)) names.emplace(script.module.substr(start.size()));
  if (!override_folder.empty()) add_names_of_override(names, override_folder, folder);
  return {names.begin(), names.end()};
}

ScriptFinder script_source(std::string override_folder) {
  return [folder = std::move(override_folder)](const std::string& module) -> std::optional<Script> {
    if (!is_module_name(module)) return std::nullopt;
    if (!folder.empty())
      if (std::optional<Script> script = from_override(folder, module)) return script;
    return from_program(module);
  };
}

ScriptFinder script_source_for_users(std::string override_folder, std::string user_folder) {
  return [ours = script_source(std::move(override_folder)),
          user = std::move(user_folder)](const std::string& module) -> std::optional<Script> {
    if (!is_module_name(module)) return std::nullopt;
    std::optional<Script> script = ours(module);
    if (script && is_public(*script)) return script;
    return user.empty() ? std::nullopt : from_user(user, module);
  };
}

Script user_script(const std::string& path) {
  const std::vector<std::uint8_t> bytes = files::read(path, kLargestScript);
  return script_of_text(path, std::string(bytes.begin(), bytes.end()));
}

Script script_of_text(const std::string& name, std::string text) {
  Script script{name, std::move(text)};
  if (script.text.substr(0, 2) == "#!") script.text.insert(0, "--");
  return script;
}

}  // namespace runtime
