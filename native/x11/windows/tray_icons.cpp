#include "native/x11/windows/tray_icons.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "native/x11/clipboard/named_atoms.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/process_ids.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

constexpr int kMaxDepth = 16;
constexpr std::size_t kMaxLookedAt = 8000;  // looked at
constexpr std::size_t kMaxIcons = 256;

using AskTree = Ask<xcb_query_tree_reply>;
using AskAttributes = Ask<xcb_get_window_attributes_reply>;
using AskGeometry = Ask<xcb_get_geometry_reply>;
using AskPlace = Ask<xcb_translate_coordinates_reply>;

// Looks for icons level by level: the panel's windows hold them, at any depth.
class Search {
 public:
  Search(Connection& connection, xcb_window_t owner)
      : connection_(connection),
        client_mask_(~xcb_get_setup(connection.raw())->resource_id_mask),
        panel_(client_of(owner)) {}

  std::vector<xcb_window_t> run() {
    std::vector<xcb_window_t> level{connection_.root()};
    for (int depth = 0; depth < kMaxDepth && !level.empty(); ++depth) level = next(level);
    return std::move(icons_);
  }

 private:
  std::uint32_t client_of(xcb_window_t window) const { return window & client_mask_; }

  std::vector<xcb_window_t> next(const std::vector<xcb_window_t>& parents) {
    std::vector<AskTree> asked;
    for (const xcb_window_t parent : parents)
      asked.emplace_back(connection_.raw(), xcb_query_tree(connection_.raw(), parent));
    std::vector<xcb_window_t> level;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      const auto tree = asked[i].wait();
      if (!tree) continue;
      for (const xcb_window_t child :
           items<xcb_window_t>(*tree, xcb_query_tree_children(tree.get()), tree->children_len)) {
        if (++seen_ > kMaxLookedAt) break;
        const bool is_held = client_of(parents[i]) == panel_ && client_of(child) != panel_;
        if (!is_held)
          level.push_back(child);
        else if (icons_.size() < kMaxIcons)
          icons_.push_back(child);
      }
    }
    return level;
  }

  Connection& connection_;
  const std::uint32_t client_mask_;
  const std::uint32_t panel_;
  std::size_t seen_ = 0;
  std::vector<xcb_window_t> icons_;
};

// The facts about a window that are pending.
struct Asked {
  AskAttributes attributes;
  AskGeometry geometry;
  AskPlace place;
  AskProperty info;
  AskProperty name;
  AskProperty legacy_name;
  AskProperty visible_name;
  AskProperty app_class;
};

Asked ask(Connection& connection, xcb_window_t window, xcb_atom_t info) {
  xcb_connection_t* const raw = connection.raw();
  return {AskAttributes(raw, xcb_get_window_attributes(raw, window)),
          AskGeometry(raw, xcb_get_geometry(raw, window)),
          AskPlace(raw, xcb_translate_coordinates(raw, window, connection.root(), 0, 0)),
          ask_property(connection, window, info),
          ask_property(connection, window, connection.atom(Atom::kNetWmName)),
          ask_property(connection, window, XCB_ATOM_WM_NAME),
          ask_property(connection, window, connection.atom(Atom::kNetWmVisibleName)),
          ask_property(connection, window, XCB_ATOM_WM_CLASS)};
}

bool read_icon(Connection& connection, xcb_window_t window, Asked& asked, EmbeddedIcon* icon) {
  const auto attributes = asked.attributes.wait();
  const auto geometry = asked.geometry.wait();
  const auto place = asked.place.wait();
  const auto info = asked.info.wait();
  const auto name = asked.name.wait();
  const auto legacy_name = asked.legacy_name.wait();
  const auto visible_name = asked.visible_name.wait();
  const auto app_class = asked.app_class.wait();
  if (!attributes || attributes->map_state != XCB_MAP_STATE_VIEWABLE || !geometry || !place ||
      numbers_of(info.get()).empty())
    return false;
  Window named;
  fill_class(named, app_class.get());
  icon->window = window;
  icon->app_class = named.app_class;
  icon->title = modern_title(name.get());
  if (icon->title.empty())
    icon->title = legacy_title(connection, legacy_name.get(), visible_name.get());
  icon->bounds = {place->dst_x, place->dst_y, geometry->width, geometry->height};
  return true;
}

}  // namespace

EmbeddedIcons tray_icons(Connection& connection) {
  const std::string selection = "_NET_SYSTEM_TRAY_S" + std::to_string(connection.name().screen);
  const NamedAtoms atoms(connection, {selection, "_XEMBED_INFO"});
  Ask<xcb_get_selection_owner_reply> owner_asked(
      connection.raw(), xcb_get_selection_owner(connection.raw(), atoms.of(selection)));
  const auto owner = owner_asked.wait();
  EmbeddedIcons found;
  if (!owner || owner->owner == XCB_WINDOW_NONE) return found;
  found.has_panel = true;
  const std::vector<xcb_window_t> windows = Search(connection, owner->owner).run();
  ProcessIds processes(connection);
  std::vector<Asked> asked;
  for (const xcb_window_t window : windows)
    asked.push_back(ask(connection, window, atoms.of("_XEMBED_INFO")));
  for (std::size_t i = 0; i < windows.size(); ++i) {
    EmbeddedIcon icon;
    if (!read_icon(connection, windows[i], asked[i], &icon)) continue;
    icon.pid = processes.of(windows[i]);
    found.icons.push_back(std::move(icon));
  }
  std::sort(found.icons.begin(), found.icons.end(), [](const auto& a, const auto& b) {
    return std::pair(a.bounds.x, a.bounds.y) < std::pair(b.bounds.x, b.bounds.y);
  });
  return found;
}

}  // namespace native::x11
