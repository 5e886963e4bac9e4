#include "native/x11/windows/menus.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "native/x11/connection/property.hpp"
#include "native/x11/windows/process_ids.hpp"

namespace native::x11 {
namespace {

// Toolkits have invisible helper windows of a few pixels on the screen.
constexpr int kMinSide = 8;
constexpr std::uint32_t kMaxTypeBytes = 64;

// Returns whether it is a menu by the first known type. Menus of old toolkits have no type, and
// some of Qt that of a normal window; tool tips, drag icons and notifications have types of their
// own.
bool is_menu(Connection& connection, const xcb_get_property_reply_t* types) {
  constexpr std::array<std::string_view, 5> kMenus = {"menu", "popup_menu", "dropdown_menu",
                                                      "combo", "normal"};
  for (const std::uint32_t value : numbers_of(types)) {
    const std::string name = connection.atoms().type_name(value);
    if (!name.empty()) return std::find(kMenus.begin(), kMenus.end(), name) != kMenus.end();
  }
  return true;
}

}  // namespace

std::vector<Rect> open_menus(Connection& connection, const Placement& placement) {
  std::vector<Rect> menus;
  if (placement.popups.empty()) return menus;
  ProcessIds owners(connection);
  std::vector<AskProperty> types;
  for (const Popup& popup : placement.popups)
    types.push_back(ask_property(connection, popup.window, connection.atom(Atom::kNetWmWindowType),
                                 kMaxTypeBytes));
  const std::int64_t owner = owners.of(placement.client().window);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Popup& popup = placement.popups[i];
    const Rect shown = intersection(popup.area, placement.screen);
    const auto type = types[i].wait();
    if (shown.width < kMinSide || shown.height < kMinSide) continue;
    if (owner == 0 || owners.of(popup.window) != owner) continue;
    if (is_menu(connection, type.get())) menus.push_back(shown);
  }
  return menus;
}

}  // namespace native::x11
