#include "native/atspi/names.hpp"

#include "native/desktop/elements/element_roles.hpp"
#include "native/desktop/elements/element_states.hpp"

namespace native::atspi {

std::string role_name(std::uint32_t role) {
  return std::string(role < kElementRoles.size() ? kElementRoles[role] : "unknown");
}

std::vector<std::string> state_names(std::uint64_t states) {
  std::vector<std::string> names;
  for (std::size_t bit = 0; bit < kElementStates.size(); ++bit)
    if ((states >> bit & 1) != 0) names.emplace_back(kElementStates[bit]);
  return names;
}

}  // namespace native::atspi
