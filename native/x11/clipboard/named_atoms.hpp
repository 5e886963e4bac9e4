#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Atoms of one connection by their names, for names that are needed by few.
class NamedAtoms {
 public:
  // Takes one round trip for all.
  NamedAtoms(Connection& connection, const std::vector<std::string_view>& names);

  // Throws std::out_of_range for a name that was not given.
  xcb_atom_t of(std::string_view name) const { return atoms_.at(std::string(name)); }

 private:
  std::map<std::string, xcb_atom_t> atoms_;
};

}  // namespace native::x11
