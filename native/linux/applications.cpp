#include "native/linux/applications.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "native/linux/process_info.hpp"

namespace native {
namespace {

constexpr std::array<std::string_view, 5> kEndings = {".exe", ".bin", "-bin", ".real", "-wrapped"};
constexpr std::string_view kSystem = "-linux-gnu";  // in a GNU triplet, which may end in "eabihf"

bool ends_with(std::string_view text, std::string_view ending) {
  if (text.size() <= ending.size()) return false;
  const std::string_view last = text.substr(text.size() - ending.size());
  for (std::size_t i = 0; i < ending.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(last[i])) != ending[i]) return false;
  }
  return true;
}

std::string lower(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

constexpr const char* kDesktopName = "Desktop";

// Returns whether the executable identifies the window's application. An interpreter that runs a
// script does not.
bool names_the_window(const std::string& executable, const Window& window) {
  if (window.app_class.empty() && window.app_instance.empty()) return true;
  for (const std::string& program : {lower(executable), lower(program_name(executable))}) {
    if (lower(window.app_class) == program || lower(window.app_instance) == program) return true;
  }
  return false;
}

// Returns no entry for desktop windows, because a file manager often draws them beside its own.
const DesktopEntry* entry_of(const Window& window, const std::string& executable,
                             const DesktopEntries& entries) {
  if (window.type == "desktop") return nullptr;
  const std::string program = names_the_window(executable, window) ? executable : "";
  const DesktopEntry* entry = entries.match(window.app_class, window.app_instance, program);
  if (entry != nullptr || program.empty()) return entry;
  return entries.match("", "", program_name(program));
}

// Looks up each kind of window once: most windows belong to few applications, and each look-up
// compares hundreds of entries.
class EntryFinder {
 public:
  explicit EntryFinder(const DesktopEntries& entries) : entries_(entries) {}

  const DesktopEntry* find(const Window& window, const std::string& executable) {
    const Key key(window.type, window.app_class, window.app_instance, executable);
    const auto [place, fresh] = found_.try_emplace(key, nullptr);
    if (fresh) place->second = entry_of(window, executable, entries_);
    return place->second;
  }

 private:
  using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;

  const DesktopEntries& entries_;
  std::map<Key, const DesktopEntry*> found_;
};

// Windows of one application, before they become a record.
struct Group {
  std::int64_t pid = 0;
  std::string app_class;  // distinguishes windows of unknown processes
  const DesktopEntry* entry = nullptr;
  bool desktop = false;
  std::vector<const Window*> windows;
};

// Groups a list of windows. Works in passes, so that the stacking order does not matter.
class Grouping {
 public:
  Grouping(const std::vector<Window>& windows, const std::vector<const DesktopEntry*>& entries)
      : windows_(windows), entries_(entries), places_(windows.size(), kNone) {}

  std::vector<Group> groups() {
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      if (entries_[i] != nullptr || windows_[i].type == "desktop") put(i, own_group(i));
    }
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      if (places_[i] == kNone && windows_[i].transient_for == 0) put(i, group_of_process(i));
    }
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      if (places_[i] == kNone) put(i, group_of_owner(i));
    }
    for (std::size_t i = 0; i < windows_.size(); ++i)
      groups_[places_[i]].windows.push_back(&windows_[i]);
    return std::move(groups_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void put(std::size_t window, std::size_t group) { places_[window] = group; }

  std::size_t add(std::size_t place) {
    const Window& window = windows_[place];
    groups_.push_back(
        {window.pid, window.app_class, entries_[place], window.type == "desktop", {}});
    return groups_.size() - 1;
  }

  std::size_t own_group(std::size_t window) {
    const bool desktop = windows_[window].type == "desktop";
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const bool same =
          groups_[i].pid == windows_[window].pid && groups_[i].entry == entries_[window];
      if (same && groups_[i].desktop == desktop) return i;
    }
    return add(window);
  }

  std::size_t group_of_process(std::size_t window) {
    const Window& seen = windows_[window];
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const bool same =
          groups_[i].pid == seen.pid && (seen.pid != 0 || groups_[i].app_class == seen.app_class);
      if (same && !groups_[i].desktop) return i;
    }
    return add(window);
  }

  // Returns the group of the window's owner, through up to 8 dialogs of dialogs; a window without a
  // known owner is grouped by its process.
  std::size_t group_of_owner(std::size_t window) {
    std::uint64_t owner = windows_[window].transient_for;
    for (int depth = 0; depth < 8 && owner != 0; ++depth) {
      const auto found = std::find_if(windows_.begin(), windows_.end(),
                                      [&](const Window& each) { return each.id == owner; });
      if (found == windows_.end() || found->pid != windows_[window].pid) break;
      const std::size_t place = places_[static_cast<std::size_t>(found - windows_.begin())];
      if (place != kNone && !groups_[place].desktop) return place;
      owner = found->transient_for;
    }
    return group_of_process(window);
  }

  const std::vector<Window>& windows_;
  const std::vector<const DesktopEntry*>& entries_;
  std::vector<std::size_t> places_;  // by window
  std::vector<Group> groups_;
};

// Returns the window that names an application without an entry: preferably not a dialog, and the
// oldest (smallest id), so that the name does not change with the stacking order.
const Window& naming_window(const Group& group) {
  const auto rank = [](const Window* window) {
    return std::tuple(window->transient_for != 0, window->type != "normal", window->id);
  };
  return **std::min_element(group.windows.begin(), group.windows.end(),
                            [&](const Window* a, const Window* b) { return rank(a) < rank(b); });
}

std::string name_without_entry(const Group& group, const std::string& executable) {
  if (group.desktop) return kDesktopName;
  const Window& window = naming_window(group);
  if (!window.app_class.empty()) return program_name(window.app_class);
  // A splash screen often belongs to a launcher whose name is unknown to users.
  if (window.type == "splash" && !window.title.empty()) return window.title;
  return executable.empty() ? window.title : program_name(executable);
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(name);
}

App describe(const Group& group, const std::string& executable, DesktopEntries& entries) {
  App app;
  const DesktopEntry* entry = group.entry;
  app.pid = group.pid;
  app.executable = executable;
  app.name = entry != nullptr ? entry->name : name_without_entry(group, executable);
  if (entry != nullptr) {
    app.bundle_id = entry->id;
    const EntryNames& names = entries.names(*entry);
    app.names = names.names;
    app.generic_names = names.generic_names;
    add_name(app.names, entry->id.substr(entry->id.rfind('.') + 1));
    add_name(app.names, entry->executable);
  }
  for (const Window* window : group.windows) {
    add_name(app.names, window->app_class);
    add_name(app.names, window->app_instance);
    app.active = app.active || window->active;
    app.window_count += window->on_screen ? 1 : 0;
    app.windows.push_back(window->id);
  }
  if (const std::string program = program_name(executable); program != executable)
    add_name(app.names, program);
  return app;
}

}  // namespace

std::string program_name(const std::string& file) {
  std::string name = file;
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && dot > 0 && name.find(kSystem, dot) != std::string::npos)
    name.resize(dot);
  for (const std::string_view ending : kEndings) {
    if (!ends_with(name, ending)) continue;
    name.resize(name.size() - ending.size());
    if (ending == "-wrapped" && name.size() > 1 && name.front() == '.') name.erase(0, 1);
  }
  return name;
}

WindowApplications::WindowApplications(Windows& windows, const SessionRoots& roots)
    : windows_(windows), proc_(roots.proc), entries_(DesktopEntries::folders(roots.environment)) {}

std::string WindowApplications::executable(std::int64_t pid) {
  return pid > 0 ? process_executable(proc_, static_cast<pid_t>(pid)) : std::string();
}

std::vector<App> WindowApplications::group(const std::vector<Window>& listed) {
  std::map<std::int64_t, std::string> executables;
  std::vector<const DesktopEntry*> found;
  entries_.refresh();
  EntryFinder finder(entries_);
  for (const Window& window : listed) {
    const auto [executable, fresh] = executables.try_emplace(window.pid);
    if (fresh) executable->second = this->executable(window.pid);
    found.push_back(finder.find(window, executable->second));
  }
  std::vector<App> apps;
  for (const Group& group : Grouping(listed, found).groups()) {
    apps.push_back(describe(group, executables[group.pid], entries_));
  }
  std::sort(apps.begin(), apps.end(), [](const App& a, const App& b) {
    return std::tuple(lower(a.name), a.pid) < std::tuple(lower(b.name), b.pid);
  });
  return apps;
}

std::vector<App> WindowApplications::applications(Deadline deadline, std::vector<Window>* windows) {
  std::vector<Window> listed = windows_.windows(deadline);
  std::vector<App> apps = group(listed);
  if (windows != nullptr) *windows = std::move(listed);
  return apps;
}

}  // namespace native
