#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace native {

// What a person may have to allow before a desktop gives something.
struct Permission {
  std::string name;    // "screens", "windows", "input"
  std::string state;   // "not needed", "given", "needs consent", "needs log-in", "consent revoked",
                       // "unavailable"
  std::string detail;  // a fragment: by what it is given, or why it is not
  std::string remedy;  // "" when there is nothing to do
};

// The permissions of one desktop; this one asks nobody. Only `peekaboo permissions` asks for any.
class Permissions {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  virtual ~Permissions() = default;
  // Opens no dialog.
  virtual std::vector<Permission> list(Deadline deadline);
  // Returns what happens when it is granted: a sentence for the person, "" when nothing needs to.
  virtual std::string announcement(const std::string& name, Deadline deadline);
  // Has the desktop ask the person, and waits for the answer.
  virtual void grant(const std::string& name, Deadline deadline);
  // Returns whether there was anything to forget.
  virtual bool revoke(const std::string& name, Deadline deadline);
};

// Those of a desktop that asks nobody.
Permissions& no_permissions();

}  // namespace native
