#include "native/x11/connection/atoms.hpp"

#include <cctype>
#include <cstdint>
#include <string_view>
#include <vector>

#include "native/x11/connection/reply.hpp"

namespace native::x11 {
namespace {

constexpr std::string_view kTypePrefix = "_NET_WM_WINDOW_TYPE_";
constexpr std::array<std::string_view, static_cast<std::size_t>(Atom::kCount)> kNames = {
    "_NET_SUPPORTED",
    "_NET_SUPPORTING_WM_CHECK",
    "_NET_CLIENT_LIST",
    "_NET_CLIENT_LIST_STACKING",
    "_NET_ACTIVE_WINDOW",
    "_NET_CURRENT_DESKTOP",
    "_NET_WM_NAME",
    "_NET_WM_VISIBLE_NAME",
    "_NET_WM_PID",
    "_NET_WM_DESKTOP",
    "_NET_WM_STATE",
    "_NET_WM_STATE_HIDDEN",
    "_NET_WM_STATE_SHADED",
    "_NET_WM_WINDOW_TYPE",
    "_NET_FRAME_EXTENTS",
    "_GTK_FRAME_EXTENTS",
    "_NET_WM_PING",
    "_NET_WM_OPAQUE_REGION",
    "_NET_WM_WINDOW_OPACITY",
    "WM_PROTOCOLS",
    "WM_TAKE_FOCUS",
    "WM_STATE",
    "UTF8_STRING",
    "COMPOUND_TEXT",
    "_PEEKABOO_HELD_INPUT",
    "_PEEKABOO_HELD_BUTTON",
    "WM_DELETE_WINDOW",
    "WM_CHANGE_STATE",
    "_NET_CLOSE_WINDOW",
    "_NET_MOVERESIZE_WINDOW",
    "_NET_NUMBER_OF_DESKTOPS",
    "_NET_WM_STATE_MAXIMIZED_VERT",
    "_NET_WM_STATE_MAXIMIZED_HORZ",
    "_NET_WM_CM_S",
    "_NET_WM_WINDOW_TYPE_DESKTOP",
    "_NET_WM_WINDOW_TYPE_DOCK",
    "_NET_WM_WINDOW_TYPE_TOOLBAR",
    "_NET_WM_WINDOW_TYPE_MENU",
    "_NET_WM_WINDOW_TYPE_UTILITY",
    "_NET_WM_WINDOW_TYPE_SPLASH",
    "_NET_WM_WINDOW_TYPE_DIALOG",
    "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU",
    "_NET_WM_WINDOW_TYPE_POPUP_MENU",
    "_NET_WM_WINDOW_TYPE_TOOLTIP",
    "_NET_WM_WINDOW_TYPE_NOTIFICATION",
    "_NET_WM_WINDOW_TYPE_COMBO",
    "_NET_WM_WINDOW_TYPE_DND",
    "_NET_WM_WINDOW_TYPE_NORMAL",
};

}  // namespace

void Atoms::intern(xcb_connection_t* connection, int screen) {
  std::vector<Ask<xcb_intern_atom_reply>> asked;
  asked.reserve(kNames.size());
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    std::string name(kNames[i]);
    if (i == static_cast<std::size_t>(Atom::kCompositingManager)) name += std::to_string(screen);
    asked.emplace_back(
        connection,
        xcb_intern_atom(connection, 0, static_cast<std::uint16_t>(name.size()), name.c_str()));
  }
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const auto reply = asked[i].wait();
    values_[i] = reply ? reply->atom : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
  }
}

std::string Atoms::type_name(xcb_atom_t value) const {
  if (value == XCB_ATOM_NONE) return {};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (values_[i] != value || !kNames[i].starts_with(kTypePrefix)) continue;
    std::string name(kNames[i].substr(kTypePrefix.size()));
    for (char& letter : name)
      letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name;
  }
  return {};
}

}  // namespace native::x11
