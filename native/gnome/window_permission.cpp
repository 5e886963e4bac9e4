#include "native/gnome/window_permission.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "native/desktop/error.hpp"
#include "native/gnome/extension.hpp"
#include "native/gnome/windows.hpp"

namespace native::gnome {
namespace {

constexpr const char* kGrant = "Run `peekaboo permissions grant windows`.";
constexpr int kOldest = 43;
// Nothing reports when an extension that was switched on has started.
constexpr std::chrono::milliseconds kBetweenTrials{50};
constexpr std::chrono::seconds kStartPatience{5};

std::string version_text(int version) {
  return version == 0 ? "unknown version" : "version " + std::to_string(version);
}

Error too_old(int version) {
  return Error(
      "UNSUPPORTED",
      "the extension needs GNOME Shell 43 or newer; this one is of " + version_text(version),
      "Use a newer GNOME.", {{"reason", "old version"}});
}

Permission row(const char* state, std::string detail, std::string remedy) {
  return {kWindowsPermission, state, std::move(detail), std::move(remedy)};
}

}  // namespace

bool WindowPermission::answers(Deadline deadline) {
  try {
    list_windows(shell_, deadline);
    return true;
  } catch (const NoExtension&) {
    return false;
  }
}

std::vector<Permission> WindowPermission::list(Deadline deadline) { return {state(deadline)}; }

Permission WindowPermission::state(Deadline deadline) {
  const int version = shell_version(shell_, deadline);
  if (answers(deadline))
    return row("given", "extension " + std::string(kExtension) + " of GNOME Shell", {});
  if (version < kOldest) {
    const Error error = too_old(version);
    return row("unavailable", error.message, error.hint);
  }
  return state_without_answer(version, deadline);
}

Permission WindowPermission::state_without_answer(int version, Deadline deadline) {
  const bool written = is_written(version);
  const ExtensionState told = extension_state(shell_, deadline);
  if (!written && !told.known)
    return row("needs consent", "GNOME Shell tells its windows only to an extension", kGrant);
  if (!told.allowed)
    return row("unavailable", "GNOME's settings forbid all extensions of persons",
               "Allow them in the program Extensions.");
  if (!told.known)
    return row("needs log-in", "GNOME Shell runs a new extension only after the next log-in",
               "Log out and in again.");
  if (!told.error.empty())
    return row("unavailable", "GNOME Shell does not run the extension: " + told.error,
               "Log out and in again; report it when that does not help.");
  if (!told.running) return row("needs consent", "the extension is switched off", kGrant);
  if (!written) return row("needs consent", "another version of the extension runs", kGrant);
  return row("unavailable",
             "the extension does not answer; GNOME Shell stops it on a locked screen",
             "Unlock the screen, or log out and in again.");
}

std::string WindowPermission::announcement(const std::string&, Deadline deadline) {
  const int version = shell_version(shell_, deadline);
  if (version < kOldest) throw too_old(version);
  if (is_written(version) && answers(deadline)) return {};
  return "Peekaboo now writes this extension of GNOME Shell, and switches it on.\n\n" +
         extension_folder() + "/extension.js\n\n" + extension_script(version) + "\n" +
         extension_folder() + "/metadata.json\n\n" + extension_metadata(version) +
         "\nIt tells every program of yours that can use the session bus which windows there are: "
         "title, program,\nplace and state. Such a program can also have it focus, move, resize, "
         "minimise, maximise and close\nwindows. It takes no pictures. While it runs, Peekaboo "
         "itself takes pictures of single windows, even covered\nones, by an interface of GNOME "
         "that asks nobody (org.gnome.Mutter.ScreenCast); the panel shows it. `peekaboo\n"
         "permissions revoke windows` switches the extension off and removes it, and ends "
         "both.\n";
}

bool WindowPermission::wait_for_answer(Deadline deadline) {
  const Deadline until = std::min(deadline, Deadline::clock::now() + kStartPatience);
  while (!answers(deadline)) {
    if (Deadline::clock::now() + kBetweenTrials >= until) return false;
    std::this_thread::sleep_for(kBetweenTrials);
  }
  return true;
}

void WindowPermission::grant(const std::string&, Deadline deadline) {
  const int version = shell_version(shell_, deadline);
  if (version < kOldest) throw too_old(version);
  write_extension(version);
  if (!extension_state(shell_, deadline).known) return switch_in_settings(shell_, true, deadline);
  switch_known(shell_, true, deadline);
  if (wait_for_answer(deadline)) return;
  const Permission now = state(deadline);
  throw Error("UNSUPPORTED", now.detail, now.remedy, {{"reason", "extension does not run"}});
}

bool WindowPermission::revoke(const std::string&, Deadline deadline) {
  const bool known = extension_state(shell_, deadline).known;
  if (known) switch_known(shell_, false, deadline);
  const bool removed = remove_extension();
  if (!known && !removed) return false;
  try {
    switch_in_settings(shell_, false, deadline);
  } catch (const Error&) {
    // The Shell has switched it off by itself; only its name stays in a list.
    if (!known) throw;
  }
  return true;
}

}  // namespace native::gnome
