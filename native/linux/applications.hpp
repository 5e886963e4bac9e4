#pragma once

#include <string>

#include "native/desktop/desktop.hpp"
#include "native/linux/desktop_entries.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

// Applications on Linux: the windows of any backend, grouped by process and named by desktop
// entries. Reads the entries at the first call, and again when their folders change. Borrows
// `windows`.
class WindowApplications : public Applications {
 public:
  WindowApplications(Windows& windows, const SessionRoots& roots);
  std::vector<App> applications(Deadline deadline, std::vector<Window>* windows) override;
  std::vector<App> group(const std::vector<Window>& windows) override;
  std::string executable(std::int64_t pid) override;

 private:
  Windows& windows_;
  std::string proc_;
  DesktopEntries entries_;
};

// Returns the name by which people call a program's file, without the parts that build systems and
// packages add, as in "soffice.bin", "notepad.exe", "glxgears.x86_64-linux-gnu" or ".gimp-wrapped".
std::string program_name(const std::string& file);

}  // namespace native
