#pragma once

#include <string>
#include <vector>

#include "native/desktop/permissions.hpp"
#include "native/gnome/shell.hpp"

namespace native::gnome {

constexpr const char* kWindowsPermission = "windows";

// What a person allows by an extension of GNOME Shell: "windows" alone. Throws ServiceLost and
// ServiceLate besides.
class WindowPermission : public Permissions {
 public:
  explicit WindowPermission(Shell& shell) : shell_(shell) {}

  std::vector<Permission> list(Deadline deadline) override;
  // Shows the two files, and says what the extension does.
  std::string announcement(const std::string& name, Deadline deadline) override;
  // Writes the files and switches the extension on. GNOME Shell runs one that is new only after the
  // next log-in; list() says so.
  void grant(const std::string& name, Deadline deadline) override;
  bool revoke(const std::string& name, Deadline deadline) override;

 private:
  Permission state(Deadline deadline);
  Permission state_without_answer(int version, Deadline deadline);
  bool answers(Deadline deadline);
  bool wait_for_answer(Deadline deadline);

  Shell& shell_;
};

}  // namespace native::gnome
