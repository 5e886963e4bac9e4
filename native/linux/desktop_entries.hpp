#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace native {

// What one .desktop file says (freedesktop.org Desktop Entry Specification 1.5).
struct DesktopEntry {
  std::string id;             // file name relative to its folder, "/" made "-", without ".desktop"
  std::string name;           // Name=, not localised
  std::string startup_class;  // StartupWMClass=
  std::string executable;     // base name of the program in Exec=
  bool hidden = false;        // NoDisplay= or Hidden=
  bool with_options = false;  // Exec= passes options, such as "--preferences"
  bool settings = false;      // Categories= holds Settings
  std::string path;           // the file; "" when it was parsed from text alone
};

// What people call an application: Name= and GenericName= in all languages, each text once.
// A terminal counts as generic "Terminal" by its category.
struct EntryNames {
  std::vector<std::string> names;
  std::vector<std::string> generic_names;
};

// Nothing for text without a [Desktop Entry] group of Type=Application with a Name.
std::optional<DesktopEntry> parse_desktop_entry(const std::string& id, const std::string& text);
EntryNames parse_entry_names(const std::string& text);

// The installed applications. Reads at most 4096 files of at most 64 KiB each.
class DesktopEntries {
 public:
  // Earlier folders win over later ones.
  explicit DesktopEntries(std::vector<std::string> folders);

  // XDG_DATA_HOME and XDG_DATA_DIRS with the defaults of the XDG Base Directory Specification.
  static std::vector<std::string> folders(
      const std::function<std::optional<std::string>(const std::string&)>& environment);

  // Reads the entries if they have not been read, or if a folder has changed since.
  void refresh();

  // The entry of a window, by StartupWMClass, then entry id, then executable, upper and lower case
  // being the same; null when none fits. A settings or hidden entry that passes options is not
  // found by the executable. Valid until the next refresh().
  const DesktopEntry* match(const std::string& app_class, const std::string& app_instance,
                            const std::string& executable) const;

  // Reads the entry's file when it is asked for the first time: few entries have a window.
  const EntryNames& names(const DesktopEntry& entry);

 private:
  std::vector<std::string> folders_;
  std::vector<std::int64_t> stamps_;  // modification times of the folders as last read
  std::vector<DesktopEntry> entries_;
  std::map<std::string, EntryNames> names_;  // by id
};

}  // namespace native
