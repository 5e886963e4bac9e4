#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace native {

// Contents of a .desktop file (freedesktop.org Desktop Entry Specification 1.5).
struct DesktopEntry {
  std::string id;             // file name relative to its folder, "/" made "-", without ".desktop"
  std::string name;           // Name=, not localised
  std::string startup_class;  // StartupWMClass=
  std::string executable;     // base name of the program in Exec=
  bool hidden = false;        // NoDisplay= or Hidden=
  bool with_options = false;  // Exec= passes options, such as "--preferences"
  bool settings = false;      // Categories= contains Settings
  std::string path;           // the file; "" when parsed from text
};

// The names that people use for an application: Name= and GenericName= in all languages, each once.
// The category of a terminal adds the generic name "Terminal".
struct EntryNames {
  std::vector<std::string> names;
  std::vector<std::string> generic_names;
};

// Returns nothing for text without a [Desktop Entry] group of Type=Application with a Name.
std::optional<DesktopEntry> parse_desktop_entry(const std::string& id, const std::string& text);
EntryNames parse_entry_names(const std::string& text);

// The installed applications. Reads at most 4096 files of at most 64 KiB each.
class DesktopEntries {
 public:
  // Earlier folders win over later ones.
  explicit DesktopEntries(std::vector<std::string> folders);

  // Returns the folders of XDG_DATA_HOME and XDG_DATA_DIRS, with the defaults of the XDG Base
  // Directory Specification.
  static std::vector<std::string> folders(
      const std::function<std::optional<std::string>(const std::string&)>& environment);

  // Reads the entries if that has not been done, or if a folder has changed since.
  void refresh();

  // Returns the entry of a window: by StartupWMClass, else by entry id, else by executable,
  // ignoring case; null when none matches. A hidden or settings entry with options is not matched
  // by its executable. Valid until the next refresh().
  const DesktopEntry* match(const std::string& app_class, const std::string& app_instance,
                            const std::string& executable) const;

  // Reads the entry's file at the first call for it, because few entries have a window.
  const EntryNames& names(const DesktopEntry& entry);

 private:
  std::vector<std::string> folders_;
  std::vector<std::int64_t> stamps_;  // modification times of the folders as last read
  std::vector<DesktopEntry> entries_;
  std::map<std::string, EntryNames> names_;  // by id
};

}  // namespace native
