#include "native/x11/windows/exported_menus.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "native/x11/clipboard/named_atoms.hpp"
#include "native/x11/connection/property.hpp"

namespace native::x11 {

MenuExport exported_menus(Connection& connection, xcb_window_t window) {
  constexpr std::uint32_t kMaxPath = 1024;
  MenuExport found;
  const std::vector<std::pair<std::string_view, std::string*>> wanted = {
      {"_GTK_UNIQUE_BUS_NAME", &found.bus},
      {"_GTK_MENUBAR_OBJECT_PATH", &found.menu_bar},
      {"_GTK_APP_MENU_OBJECT_PATH", &found.app_menu},
      {"_GTK_APPLICATION_OBJECT_PATH", &found.application},
      {"_GTK_WINDOW_OBJECT_PATH", &found.window}};
  std::vector<std::string_view> names;
  for (const auto& [name, text] : wanted) names.push_back(name);
  const NamedAtoms atoms(connection, names);
  std::vector<AskProperty> asked;
  for (const std::string_view name : names)
    asked.push_back(ask_property(connection, window, atoms.of(name), kMaxPath));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto reply = asked[i].wait();
    *wanted[i].second = std::string(bytes_of(reply.get()));
  }
  return found;
}

}  // namespace native::x11
