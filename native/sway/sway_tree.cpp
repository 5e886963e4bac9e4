#include "native/sway/sway_tree.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "native/desktop/utf8.hpp"

namespace native::sway {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 200;
constexpr std::size_t kMaxWindows = 10'000;
constexpr int kMaxRows = 10'000;  // of titles
constexpr const char* kScratchpad = "__i3_scratch";

std::string text_at(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) return {};
  return clean_utf8(found->get_ref<const std::string&>());
}

std::int64_t number_at(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_integer()) return 0;
  return found->get<std::int64_t>();
}

bool flag_at(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

const Json& member(const Json& object, const char* name) {
  static const Json none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

int side_at(const Json& rect, const char* name) {
  constexpr std::int64_t kMost = 1 << 24;
  return static_cast<int>(std::clamp(number_at(rect, name), -kMost, kMost));
}

Rect rect_at(const Json& node, const char* name) {
  const Json& rect = member(node, name);
  if (!rect.is_object()) return {};
  return {side_at(rect, "x"), side_at(rect, "y"), std::max(0, side_at(rect, "width")),
          std::max(0, side_at(rect, "height"))};
}

bool is_type(const Json& node, const char* type) { return text_at(node, "type") == type; }

bool fills_screen(const Json& node) { return number_at(node, "fullscreen_mode") > 0; }

// Returns whether a window in a node shows, without what fills the screen instead of the node.
bool shows_any(const Json& node, int depth = 0) {
  if (!node.is_object() || depth > kMaxDepth) return false;
  if (flag_at(node, "visible")) return true;
  const Json& tiled = member(node, "nodes");
  return tiled.is_array() && std::any_of(tiled.begin(), tiled.end(), [&](const Json& each) {
           return !fills_screen(each) && shows_any(each, depth + 1);
         });
}

// The node that holds another one.
struct Holder {
  bool stacked = false;
  bool tabbed = false;
  int tiled = 0;     // how many nodes it shares its place among
  int floating = 0;  // how many float over it
  Rect area;         // with its children's titles, but without its own
  bool shows = false;
};

// Where the walk through the tree is.
struct Place {
  int workspace = -1;
  bool scratchpad = false;
  int depth = 0;
  Holder holder;
  std::vector<Rect> titles;  // of the nodes that hold this one
};

// Returns how high one title of a node is; 0 when it has none.
int title_height(const Json& node) {
  constexpr int kMost = 4096;
  return std::min(rect_at(node, "deco_rect").height, kMost);
}

// Returns how high the titles are that sway counts out of the place of a container: one row, or one
// for each window where its holder stacks them, or would if they did not float.
int rows_height(const Json& node, const Holder& holder) {
  const bool floats = is_type(node, "floating_con");
  const int rows = !holder.stacked ? 1 : floats ? holder.floating : holder.tiled;
  return title_height(node) * std::min(rows, kMaxRows);
}

// Returns where a container is: a window with its title or those of its holder, others without.
Rect whole_of(const Json& node, const Holder& holder) {
  Rect whole = rect_at(node, "rect");
  if (is_type(node, "workspace")) return whole;
  const int rows = rows_height(node, holder);
  return {whole.x, whole.y - rows, whole.width, whole.height + rows};
}

Holder holder_of(const Json& node, const Holder& above) {
  Holder holder;
  const std::string layout = text_at(node, "layout");
  holder.stacked = layout == "stacked";
  holder.tabbed = layout == "tabbed";
  holder.tiled = static_cast<int>(member(node, "nodes").size());
  holder.floating = static_cast<int>(member(node, "floating_nodes").size());
  holder.area = whole_of(node, above);
  holder.shows = (holder.stacked || holder.tabbed) && shows_any(node);
  return holder;
}

// Returns where the title of a tiled node stands in the rows or tabs of its holder, which show
// those of hidden windows, too; of several windows a title that is made of theirs. Old versions of
// sway round the width of tabs down, new ones to the nearest pixel. Empty when there is none.
Rect title_of(const Json& node, const Holder& holder, int number) {
  const int height = title_height(node);
  const Rect& area = holder.area;
  if (!holder.shows || height == 0) return {};
  if (holder.stacked)
    return {area.x, area.y + height * std::min(number, kMaxRows), area.width, height};
  const std::int64_t width = area.width;
  const auto edge = [&](int tab) { return static_cast<int>(width * tab / holder.tiled); };
  const int left = std::min(edge(number), edge(1) * number);
  const int past = std::min(area.width, edge(number + 1) + 1);
  return {area.x + left, area.y, past - left, height};
}

class TreeReader {
 public:
  std::vector<TreeWindow> read(const Json& root) {
    visit(root, {});
    resolve_owners();
    // Windows of workspaces that show lie in front of all others.
    std::stable_partition(found_.begin(), found_.end(),
                          [](const TreeWindow& each) { return each.window.on_screen; });
    return std::move(found_);
  }

 private:
  // Replaces X windows that own others by their containers.
  void resolve_owners() {
    for (TreeWindow& each : found_) {
      const std::uint64_t xid = std::exchange(each.window.transient_for, 0);
      if (xid == 0) continue;
      for (const TreeWindow& owner : found_)
        if (owner.xid == xid) each.window.transient_for = owner.window.id;
    }
  }

  static bool is_window(const Json& node) {
    constexpr std::int64_t kMostIds = std::int64_t{1} << 52;
    const std::int64_t id = number_at(node, "id");
    return id > 0 && id < kMostIds && number_at(node, "pid") > 0 && member(node, "nodes").empty() &&
           (is_type(node, "con") || is_type(node, "floating_con"));
  }

  void visit(const Json& node, Place place) {
    if (!node.is_object() || ++place.depth > kMaxDepth || found_.size() >= kMaxWindows) return;
    if (is_type(node, "workspace")) {
      place.scratchpad = text_at(node, "name") == kScratchpad;
      const std::int64_t number = number_at(node, "num");
      place.workspace =
          !place.scratchpad && number > 0 && number < 1000 ? static_cast<int>(number) - 1 : -1;
    }
    if (is_window(node)) found_.push_back(described(node, place));
    place.holder = holder_of(node, place.holder);
    for (const Json* child : front_first(node)) visit(*child, place_of(*child, node, place));
  }

  // Returns the place of a child of the node where the walk is.
  static Place place_of(const Json& child, const Json& node, Place place) {
    if (!place.holder.stacked && !place.holder.tabbed) return place;
    const Json& tiled = member(node, "nodes");
    const auto found =
        std::find_if(tiled.begin(), tiled.end(), [&](const Json& each) { return &each == &child; });
    if (found == tiled.end()) return place;
    const auto number = static_cast<int>(found - tiled.begin());
    const Rect title = title_of(child, place.holder, number);
    if (!title.empty()) place.titles.push_back(title);
    return place;
  }

  // Returns what is in a node: what fills the screen, what floats (the last one raised lies on
  // top), then the rest as it had the focus.
  static std::vector<const Json*> front_first(const Json& node) {
    std::vector<const Json*> children;
    const Json& floating = member(node, "floating_nodes");
    const Json& tiled = member(node, "nodes");
    if (floating.is_array())
      for (auto each = floating.rbegin(); each != floating.rend(); ++each)
        children.push_back(&*each);
    const std::size_t first_tiled = children.size();
    if (tiled.is_array())
      for (const Json& each : tiled) children.push_back(&each);
    std::map<std::int64_t, std::size_t> focus;
    if (member(node, "focus").is_array())
      for (const Json& id : member(node, "focus"))
        if (id.is_number_integer()) focus.emplace(id.get<std::int64_t>(), focus.size());
    const auto rank = [&](const Json* each) {
      const auto place = focus.find(number_at(*each, "id"));
      return place == focus.end() ? focus.size() : place->second;
    };
    const auto begin = children.begin() + static_cast<std::ptrdiff_t>(first_tiled);
    if (!is_type(node, "root") && !is_type(node, "output"))
      std::stable_sort(begin, children.end(),
                       [&](const Json* a, const Json* b) { return rank(a) < rank(b); });
    std::stable_partition(children.begin(), children.end(),
                          [](const Json* each) { return fills_screen(*each); });
    return children;
  }

  static Rect bounds_of(const Json& node, bool floating, const Rect& frame) {
    const Rect inner = rect_at(node, "window_rect");
    Rect whole = rect_at(node, "rect");
    if (floating) whole.y = frame.y + title_height(node);
    if (inner.empty()) return whole;
    return {whole.x + inner.x, whole.y + inner.y, inner.width, inner.height};
  }

  static TreeWindow described(const Json& node, const Place& place) {
    TreeWindow found;
    Window& window = found.window;
    window.id = static_cast<std::uint64_t>(number_at(node, "id"));
    window.pid = number_at(node, "pid");
    window.title = text_at(node, "name");
    window.app_class = text_at(node, "app_id");
    window.type = "normal";
    found.identifier = text_at(node, "foreign_toplevel_identifier");
    found.xid = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_at(node, "window")));
    found.window.wayland = found.xid == 0;
    const Json& x11 = member(node, "window_properties");
    if (x11.is_object()) {
      window.app_class = text_at(x11, "class");
      window.app_instance = text_at(x11, "instance");
      window.transient_for =
          static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_at(x11, "transient_for")));
      if (const std::string type = text_at(x11, "window_type"); !type.empty()) window.type = type;
    }
    found.floating = is_type(node, "floating_con");
    found.fullscreen = fills_screen(node);
    // sway tells the parents of X windows alone, and has dialogs float.
    window.owner_unknown = found.floating && found.xid == 0;
    window.frame = whole_of(node, place.holder);
    window.bounds = bounds_of(node, found.floating, window.frame);
    window.titles = place.titles;
    window.desktop = place.workspace;
    window.on_screen = flag_at(node, "visible") && !place.scratchpad;
    window.minimised = place.scratchpad;
    window.active = flag_at(node, "focused");
    return found;
  }

  std::vector<TreeWindow> found_;
};

}  // namespace

std::vector<TreeWindow> read_tree(const std::string& json) {
  const Json root = Json::parse(json, nullptr, false);
  if (!root.is_object()) return {};
  return TreeReader().read(root);
}

}  // namespace native::sway
