#include "native/gnome/extension.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/gnome/extension_texts.hpp"
#include "native/linux/bounded_file.hpp"
#include "native/linux/own_file.hpp"
#include "native/linux/short_program.hpp"

namespace native::gnome {
namespace {

constexpr const char* kShellPath = "/org/gnome/Shell";
constexpr const char* kExtensions = "org.gnome.Shell.Extensions";
constexpr const char* kProperties = "org.freedesktop.DBus.Properties";
constexpr std::size_t kMaxFact = 4096;
constexpr std::size_t kMaxFile = 1 << 20;
// The newest version that the newer form was written for; a later one is tried.
constexpr int kNewestKnown = 50;

std::string script_path() { return extension_folder() + "/extension.js"; }
std::string metadata_path() { return extension_folder() + "/metadata.json"; }

dbus::Reply call_shell(Shell& shell, const char* interface, const char* name,
                       std::vector<dbus::Argument> arguments, Deadline deadline) {
  dbus::Reply reply = shell.bus().call(
      {shell.owner(), kShellPath, interface, name, std::move(arguments)}, deadline);
  if (!reply) shell.check_answer();
  return reply;
}

// Reads one value of an a{sv} that may be of any type.
void read_fact(dbus::Reply& reply, ExtensionState& state) {
  std::string name;
  if (!reply.read(&name, 's', kMaxFact)) return;
  const auto [type, content] = reply.next_type();
  if (type != 'v' || !reply.enter('v', content.c_str())) return;
  double number = 0;
  if (name == "state" && content == "d" && reply.read(&number)) state.running = number == 1;
  if (name == "error" && content == "s") reply.read(&state.error, 's', kMaxFact);
  reply.finish();
}

std::string trimmed(const std::string& line) {
  return line.substr(0, line.find_last_not_of(" \n") + 1);
}

// Writes a list of the person's settings with the extension in it or not. Returns whether it is so.
bool change_list(const Shell& shell, const char* key, bool contained, Deadline deadline) {
  const std::vector<std::pair<std::string, std::string>> bus = {
      {"DBUS_SESSION_BUS_ADDRESS", shell.address()}};
  const std::string now = trimmed(
      run_short_program({"gsettings", "get", "org.gnome.shell", key}, bus, deadline).value_or(""));
  const std::string then = changed_list(now, contained);
  if (then.empty() || then == now) return !then.empty();
  return run_short_program({"gsettings", "set", "org.gnome.shell", key, then}, bus, deadline)
      .has_value();
}

// Returns the versions of the Shell that a form of the extension is for, as JSON.
std::string versions_of_form(int version) {
  const int first = version < 45 ? 43 : 45;
  const int last = version < 45 ? 44 : std::max(version, kNewestKnown);
  std::string list;
  for (int each = first; each <= last; ++each)
    list += (list.empty() ? "\"" : ", \"") + std::to_string(each) + "\"";
  return list;
}

}  // namespace

int shell_version(Shell& shell, Deadline deadline) {
  dbus::Reply reply =
      call_shell(shell, kProperties, "Get", {"org.gnome.Shell", "ShellVersion"}, deadline);
  std::string version;
  if (!reply || !reply.enter('v', "s") || !reply.read(&version, 's', kMaxFact)) return 0;
  return std::atoi(version.c_str());
}

std::string extension_folder() { return data_home() + "/gnome-shell/extensions/" + kExtension; }

std::string extension_script(int version) {
  return std::string(version < 45 ? kForm43 : kForm45) + kWindowsScript;
}

std::string extension_metadata(int version) {
  constexpr std::string_view kPlaceholder = "VERSIONS";
  std::string text = kMetadata;
  const std::size_t at = text.find(kPlaceholder);
  if (at == std::string::npos) return text;
  return text.replace(at, kPlaceholder.size(), versions_of_form(version));
}

bool is_written(int version) {
  return read_bounded(script_path(), kMaxFile) == extension_script(version) &&
         read_bounded(metadata_path(), kMaxFile) == extension_metadata(version);
}

bool is_installed() {
  std::error_code error;
  return std::filesystem::exists(script_path(), error);
}

void write_extension(int version) {
  write_own_file(script_path(), extension_script(version));
  write_own_file(metadata_path(), extension_metadata(version));
}

bool remove_extension() {
  std::error_code error;
  const bool script = std::filesystem::remove(script_path(), error);
  const bool metadata = std::filesystem::remove(metadata_path(), error);
  std::filesystem::remove(extension_folder(), error);
  return script || metadata;
}

ExtensionState extension_state(Shell& shell, Deadline deadline) {
  ExtensionState state;
  {
    dbus::Reply reply =
        call_shell(shell, kProperties, "Get", {kExtensions, "UserExtensionsEnabled"}, deadline);
    if (reply && reply.enter('v', "b")) reply.read(&state.allowed);
  }
  dbus::Reply reply = call_shell(shell, kExtensions, "GetExtensionInfo", {kExtension}, deadline);
  if (!reply || !reply.enter('a', "{sv}")) return state;
  while (reply.enter('e', "sv")) {
    state.known = true;
    read_fact(reply, state);
    reply.finish();
  }
  return state;
}

void switch_known(Shell& shell, bool on, Deadline deadline) {
  call_shell(shell, kExtensions, on ? "EnableExtension" : "DisableExtension", {kExtension},
             deadline);
}

std::string changed_list(const std::string& list, bool contained) {
  const std::string own = std::string("'") + kExtension + "'";
  std::string text = trimmed(list);
  if (text == "@as []") text = "[]";
  if (!text.starts_with('[') || !text.ends_with(']')) return {};
  const std::size_t at = text.find(own);
  if (contained && at == std::string::npos)
    return text.substr(0, text.size() - 1) + (text == "[]" ? "" : ", ") + own + "]";
  if (contained || at == std::string::npos) return text;
  text.erase(at, own.size());
  // With the comma behind it, else the one before.
  if (text.compare(at, 2, ", ") == 0)
    text.erase(at, 2);
  else if (at >= 2 && text.compare(at - 2, 2, ", ") == 0)
    text.erase(at - 2, 2);
  return text;
}

void switch_in_settings(const Shell& shell, bool on, Deadline deadline) {
  // What is switched off by hand stands in a list of its own.
  const bool changed = change_list(shell, "enabled-extensions", on, deadline) &&
                       change_list(shell, "disabled-extensions", false, deadline);
  if (changed) return;
  throw Error("UNSUPPORTED",
              "the extension cannot be switched " + std::string(on ? "on" : "off") +
                  " now: gsettings is not installed, or failed",
              on ? "Log out and in again, then run `peekaboo permissions grant windows` once more."
                 : "Run `gnome-extensions disable windows@peekaboo`.",
              {{"reason", "no gsettings"}});
}

}  // namespace native::gnome
