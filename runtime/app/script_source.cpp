#include "runtime/app/script_source.hpp"

#include <algorithm>

#include "runtime/app/embedded_scripts.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/files.hpp"

namespace runtime {

namespace {

constexpr std::uint64_t kLargestScript = 4u << 20;

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

// `prefix` is what the chunk's name begins with, for tracebacks.
std::optional<Script> from_folder(const std::string& folder, const std::string& module,
                                  const std::string& prefix = "scripts/") {
  if (!files::exists(folder))
    throw Error("FILE_IO_ERROR", "the script folder " + folder + " does not exist",
                "check --scripts or PEEKABOO_SCRIPTS");
  std::string path = module;
  std::replace(path.begin(), path.end(), '.', '/');
  path += ".lua";
  const std::string full = folder + "/" + path;
  if (!files::exists(full)) return std::nullopt;
  const std::vector<std::uint8_t> bytes = files::read(full, kLargestScript);
  return Script{prefix + path, std::string(bytes.begin(), bytes.end())};
}

std::optional<Script> from_program(const std::string& module) {
  for (const EmbeddedScript& script : embedded_scripts())
    if (script.module == module)
      return Script{std::string(script.path), std::string(script.bytecode),
                    Script::Form::kBytecode};
  return std::nullopt;
}

}  // namespace

ScriptFinder script_source(std::string override_folder, std::string user_folder) {
  return [folder = std::move(override_folder),
          user = std::move(user_folder)](const std::string& module) -> std::optional<Script> {
    if (!is_module_name(module)) return std::nullopt;
    if (!folder.empty())
      if (std::optional<Script> script = from_folder(folder, module)) return script;
    if (std::optional<Script> script = from_program(module)) return script;
    std::optional<Script> script = user.empty() ? std::nullopt : from_folder(user, module, "");
    if (script) script->users = true;
    return script;
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
