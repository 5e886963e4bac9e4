#pragma once

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

}  // namespace native
