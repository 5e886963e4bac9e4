#include "native/linux/applications.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

#include "native/linux/process_info.hpp"

namespace native {
namespace {

std::string lower(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

// Windows of one process, or, where the process is unknown, of one class.
bool same_application(const App& app, const std::string& app_class, const Window& window,
                      const std::string& seen_class) {
  if (app.pid != window.pid) return false;
  return window.pid != 0 || app_class == seen_class;
}

// Whether the program's name says what the window is: not for an interpreter that runs somebody's
// script.
bool names_the_window(const std::string& executable, const Window& window) {
  const std::string program = lower(executable);
  return (window.app_class.empty() && window.app_instance.empty()) ||
         lower(window.app_class) == program || lower(window.app_instance) == program;
}

void name_application(App& app, const Window& window, DesktopEntries& entries) {
  const DesktopEntry* entry =
      entries.match(window.app_class, window.app_instance,
                    names_the_window(app.executable, window) ? app.executable : "");
  if (entry != nullptr) {
    app.name = entry->name;
    app.bundle_id = entry->id;
    return;
  }
  app.name = !window.app_class.empty() ? window.app_class : app.executable;
  if (app.name.empty()) app.name = window.title;
}

}  // namespace

WindowApplications::WindowApplications(Windows& windows, const SessionRoots& roots)
    : windows_(windows), proc_(roots.proc), entries_(DesktopEntries::folders(roots.environment)) {}

std::vector<App> WindowApplications::applications(Deadline deadline, std::vector<Window>* windows) {
  std::vector<App> apps;
  std::vector<std::string> classes;
  std::vector<Window> listed = windows_.windows(deadline);
  for (const Window& window : listed) {
    if (window.type == "desktop") continue;
    std::size_t place = 0;
    while (place < apps.size() &&
           !same_application(apps[place], classes[place], window, window.app_class)) {
      ++place;
    }
    if (place == apps.size()) {
      App app;
      app.pid = window.pid;
      if (app.pid > 0) app.executable = process_executable(proc_, static_cast<pid_t>(app.pid));
      name_application(app, window, entries_);
      apps.push_back(std::move(app));
      classes.push_back(window.app_class);
    }
    apps[place].active = apps[place].active || window.active;
    apps[place].window_count += window.on_screen ? 1 : 0;
  }
  std::sort(apps.begin(), apps.end(), [](const App& a, const App& b) {
    return std::tuple(lower(a.name), a.pid) < std::tuple(lower(b.name), b.pid);
  });
  if (windows != nullptr) *windows = std::move(listed);
  return apps;
}

}  // namespace native
