#include "native/desktop/permissions.hpp"

namespace native {

std::vector<Permission> Permissions::list(Deadline) {
  return {{"screens", "not needed", "this desktop asks nobody", {}}};
}

std::string Permissions::announcement(const std::string&, Deadline) { return {}; }

void Permissions::grant(const std::string&, Deadline) {}

bool Permissions::revoke(const std::string&, Deadline) { return false; }

Permissions& no_permissions() {
  static Permissions none;
  return none;
}

}  // namespace native
