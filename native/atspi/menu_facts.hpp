#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/atspi/program_calls.hpp"
#include "native/desktop/menus.hpp"

namespace native::atspi {

// What a program tells of an object in its menus.
struct MenuFacts {
  Object object;
  std::uint32_t role = 0;
  std::uint64_t states = 0;
  std::string name;
  std::string shortcut;
  std::int32_t claimed = 0;  // children
  // The button in a button that opens its menu, as GTK 4 has them; without a path for others.
  Object opener = {};

  bool is_item() const;
  // Returns whether its action surely shows items, and does nothing else.
  bool is_opener() const;
  // Returns whether choosing it shows more items, as far as can be told from it alone.
  bool opens_more() const;
  // Returns whether it is a button that opens a menu, as header bars have them.
  bool is_menu_button() const;
  bool is_button() const;
  MenuItem to_item() const;
};

// Objects, and how many more there are.
struct MenuObjects {
  std::vector<Object> list;
  int left_out = 0;
};

// Ask at once about all objects. Those that are gone are not described. Return false when the
// program did not answer everything.
bool describe(ProgramCalls& calls, const std::vector<Object>& objects, bool with_shortcuts,
              std::vector<MenuFacts>* facts);
bool ask_children(ProgramCalls& calls, const std::vector<MenuFacts>& holders, std::size_t most,
                  std::vector<MenuObjects>* children);

// Returns the shortcut in what AT-SPI calls a key binding: "s;<Alt>f:s;<Control>s", or "Ctrl+S".
std::string shortcut_of_binding(const std::string& binding);

}  // namespace native::atspi
