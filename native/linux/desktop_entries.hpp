#pragma once

#include <cstdint>
#include <functional>
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
};

// Nothing for text without a [Desktop Entry] group of Type=Application with a Name.
std::optional<DesktopEntry> parse_desktop_entry(const std::string& id, const std::string& text);

// The installed applications. Reads at most 4096 files of at most 64 KiB each.
class DesktopEntries {
 public:
  // Earlier folders win over later ones.
  explicit DesktopEntries(std::vector<std::string> folders);

  // XDG_DATA_HOME and XDG_DATA_DIRS with the defaults of the XDG Base Directory Specification.
  static std::vector<std::string> folders(
      const std::function<std::optional<std::string>(const std::string&)>& environment);

  // The entry of a window, by StartupWMClass, then entry id, then executable, upper and lower case
  // being the same; null when none fits. Valid until the next call.
  const DesktopEntry* match(const std::string& app_class, const std::string& app_instance,
                            const std::string& executable);

 private:
  void refresh();

  std::vector<std::string> folders_;
  std::vector<std::int64_t> stamps_;  // modification times of the folders as last read
  std::vector<DesktopEntry> entries_;
};

}  // namespace native
