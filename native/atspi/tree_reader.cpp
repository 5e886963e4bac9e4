#include "native/atspi/tree_reader.hpp"

#include <algorithm>
#include <numeric>

#include "native/atspi/element_label.hpp"
#include "native/atspi/frame_match.hpp"
#include "native/atspi/lost_padding.hpp"
#include "native/atspi/names.hpp"
#include "native/atspi/shown_children.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

constexpr const char* kTextInterface = "org.a11y.atspi.Text";
constexpr const char* kNullPath = "/org/a11y/atspi/null";
constexpr std::size_t kMaxBytes = 4;  // of a character
constexpr std::size_t kOfGrid = 3;    // times the limit of children are read of a grid with more
constexpr std::size_t kMaxCached = 50'000;

bool has_text(std::uint32_t role) {
  switch (role) {
    case kComboBox:
    case kSpinButton:
    case kTerminal:
    case kText:
    case kParagraph:
    case kAutocomplete:
    case kEditBar:
    case kEntry:
      return true;
    default:
      return false;
  }
}

bool is_field(std::uint32_t role) {
  if (role == kDial || role == kPasswordText || role == kSlider) return true;
  return has_text(role) && role != kParagraph && role != kTerminal;
}

// Returns whether only a label may tell what an element is for: combo boxes of GTK 3 and Qt are
// called after what is chosen.
bool needs_label(const Node& node) {
  if (node.role == kComboBox) return true;
  return node.name.empty() && (is_menu_item(node.role) || is_field(node.role));
}

bool has_number(std::uint32_t role) {
  switch (role) {
    case kDial:
    case kProgressBar:
    case kScrollBar:
    case kSlider:
    case kLevelBar:
    case kRating:
      return true;
    default:
      return false;
  }
}

// Returns whether a text only stands for the element in it: Chromium's boxes hold U+FFFC.
bool is_placeholder(const std::string& text) { return text == "\xEF\xBF\xBC"; }

bool read_text_property(Reply& reply, std::string* text) {
  return reply && reply.enter('v', "s") && reply.read(text, 's', kMaxText);
}

void add_object(Reply& reply, std::size_t most, std::vector<Object>* list) {
  if (!reply || !reply.enter('a', "(so)")) return;
  Object object;
  while (list->size() < most && read_object(reply, &object)) list->push_back(object);
}

}  // namespace

std::optional<Rect> read_extents(Reply& reply) {
  Rect rect;
  if (!reply || !reply.enter('r', "iiii") || !reply.read(&rect.x) || !reply.read(&rect.y) ||
      !reply.read(&rect.width) || !reply.read(&rect.height) || !is_plausible(rect))
    return std::nullopt;
  return rect;
}

bool read_states(Reply& reply, std::uint64_t* states) {
  std::uint32_t low = 0, high = 0;
  if (!reply.enter('a', "u")) return false;
  if (reply.read(&low)) reply.read(&high);
  while (reply.next_type().first == 'u') reply.skip("u");
  reply.leave();
  *states = low | std::uint64_t{high} << 32;
  return true;
}

bool read_object(Reply& reply, Object* object) {
  if (!reply.enter('r', "so")) return false;
  const bool whole = reply.read(&object->bus, 's', 256) && reply.read(&object->path, 'o', 1000);
  reply.leave();
  return whole;
}

TreeReader::TreeReader(ProgramCalls& calls, const Program& program, const ElementLimits& limits,
                       Belongs belongs)
    : calls_(calls), program_(program), limits_(limits), belongs_(std::move(belongs)) {
  root_.object = {program.name, kRootPath};
  root_.depth = 0;
  root_.shown = true;
  known_.insert(program.name + kRootPath);
}

bool TreeReader::read() {
  ask_toolkit();
  // For the windows alone it would be too much.
  if (limits_.depth > 1 && !program_.skips_cache) ask_cache();
  // Windows are counted as they are, whatever is claimed.
  if (!calls_.run()) return false;
  ask_children(kRoot);
  do {
    if (!calls_.run()) return false;
  } while (visit_strangers());
  return true;
}

bool TreeReader::read_one(const Object& object) {
  reads_one_ = true;
  ask_toolkit();
  if (!calls_.run()) return false;
  add_child(kRoot, object);
  do {
    if (!calls_.run()) return false;
  } while (visit_strangers());
  return true;
}

// GTK 4 has no coordinates of the screen, and not all that it shows is "showing".
void TreeReader::ask_toolkit() {
  calls_.get(root_.object, "org.a11y.atspi.Application", "ToolkitName", [this](Reply& reply) {
    std::string name;
    if (!read_text_property(reply, &name)) return;
    is_gtk4_ = name == "GTK";
    is_java_ = name == "J2SE-access-bridge";
  });
  calls_.get(root_.object, "org.a11y.atspi.Application", "Version", [this](Reply& reply) {
    std::string version;
    loses_padding_ =
        read_text_property(reply, &version) && is_gtk4_ && atspi::loses_padding(version);
  });
}

void TreeReader::ask_cache() {
  calls_.add({program_.name, "/org/a11y/atspi/cache"}, "org.a11y.atspi.Cache", "GetItems", {},
             [this](Reply& reply) { take_cache(reply); });
  waits_for_cache_ = true;
}

void TreeReader::take_cache(Reply& reply) {
  waits_for_cache_ = false;
  if (!reply) return;
  // Qt sends lists of children instead of their number.
  const bool has_counts = reply.enter('a', "((so)(so)(so)iiassusau)");
  if (!has_counts && !reply.enter('a', "((so)(so)(so)a(so)assusau)")) return;
  while (cache_.size() < kMaxCached && take_item(reply, has_counts)) continue;
}

bool TreeReader::take_item(Reply& reply, bool has_counts) {
  if (!reply.enter('r', has_counts ? "(so)(so)(so)iiassusau" : "(so)(so)(so)a(so)assusau"))
    return false;
  Object object, application, parent;
  int index = -1, claimed = -1;
  bool whole = read_object(reply, &object) && read_object(reply, &application) &&
               read_object(reply, &parent);
  if (has_counts)
    whole = whole && reply.read(&index) && reply.read(&claimed);
  else
    reply.skip("a(so)");
  reply.skip("as");
  std::string name;
  std::uint32_t role = 0;
  std::uint64_t states = 0;
  whole = whole && reply.read(&name, 's', kMaxText) && reply.read(&role);
  reply.skip("s");
  whole = whole && read_states(reply, &states);
  reply.leave();
  if (!whole || object.bus != program_.name) return whole;
  Cached& item = cache_[object.path];
  item.role = role;
  item.states = states;
  item.name = std::move(name);
  item.claimed = claimed;
  if (has_counts && parent.bus == program_.name)
    cache_[parent.path].children.emplace_back(index, std::move(object));
  return true;
}

void TreeReader::visit(int place) {
  Node& each = node(place);
  const auto cached = cache_.find(each.object.path);
  if (each.object.bus != program_.name || cached == cache_.end() || cached->second.role == 0) {
    describe(place);
    return;
  }
  each.role = cached->second.role;
  each.states = cached->second.states;
  each.name = cached->second.name;
  each.claimed = cached->second.claimed;
  described(place);
}

void TreeReader::ask_description(int place, std::function<void(Reply&)> take, const char* method,
                                 const char* property) {
  Node& each = node(place);
  ++each.unanswered;
  auto answer = [this, place, take = std::move(take)](Reply& reply) {
    if (reply) take(reply);
    if (--node(place).unanswered == 0) described(place);
  };
  if (method != nullptr)
    calls_.add(each.object, kAccessible, method, {}, std::move(answer));
  else
    calls_.get(each.object, kAccessible, property, std::move(answer));
}

void TreeReader::describe(int place) {
  ask_description(
      place, [this, place](Reply& reply) { reply.read(&node(place).role); }, "GetRole", nullptr);
  ask_description(
      place, [this, place](Reply& reply) { read_states(reply, &node(place).states); }, "GetState",
      nullptr);
  ask_description(
      place, [this, place](Reply& reply) { read_text_property(reply, &node(place).name); }, nullptr,
      "Name");
  ask_description(
      place,
      [this, place](Reply& reply) {
        if (reply.enter('v', "i")) reply.read(&node(place).claimed);
      },
      nullptr, "ChildCount");
}

void TreeReader::described(int place) {
  Node& each = node(place);
  // An object that is gone has no role; its path may have been a claim only.
  if (each.role == 0 || has(each.states, kDefunct)) return;
  each.there = true;
  each.shown = has(each.states, kShowing) ||
               (is_gtk4_ && has(each.states, kVisible) && node(each.parent).shown);
  if (each.shown) {
    ask_extents(place);
    ask_value(place);
  }
  if (needs_label(each))
    ask_label(calls_, each.object, [this, place](std::string label) {
      Node& labelled = node(place);
      // Browsers name their boxes after the label, which may hold the box, too.
      if (!labelled.name.empty() && label.find(labelled.name) != std::string::npos) return;
      if (labelled.value.value_or("").empty() && !labelled.name.empty())
        labelled.value = labelled.name;
      labelled.name = std::move(label);
    });
  find_children(place);
}

void TreeReader::ask_extents(int place) {
  const Node& each = node(place);
  if (is_java_ && each.parent == kRoot && !reads_one_) {
    ask_extents_of_content(place);
    return;
  }
  calls_.add(each.object, kComponent, "GetExtents",
             {is_gtk4_ ? kWindowCoordinates : kScreenCoordinates},
             [this, place](Reply& reply) { node(place).extents = read_extents(reply); });
}

// Java's windows tell no extents, or those of another place; the root pane that fills them does.
void TreeReader::ask_extents_of_content(int place) {
  calls_.add(node(place).object, kAccessible, "GetChildAtIndex", {std::int32_t{0}},
             [this, place](Reply& reply) {
               Object content;
               if (!reply || !read_object(reply, &content) || content.bus != program_.name) return;
               calls_.add(
                   content, kComponent, "GetExtents", {kScreenCoordinates},
                   [this, place](Reply& extents) { node(place).extents = read_extents(extents); });
             });
}

void TreeReader::ask_value(int place) {
  const Node& each = node(place);
  // Sheets name their cells by place; others by what is in them.
  const bool is_of_sheet = each.role == kTableCell && has(each.states, kEditable);
  if (has_text(each.role) || is_of_sheet) {
    ask_text(place);
  } else if (has_number(each.role)) {
    ask_number(place);
  }
}

void TreeReader::ask_number(int place) {
  calls_.get(node(place).object, kValue, "CurrentValue", [this, place](Reply& reply) {
    double number = 0;
    if (!reply || !reply.enter('v', "d") || !reply.read(&number)) return;
    // Browsers give an empty field for a number the number 0.
    if (number != 0 || !node(place).value) node(place).value = number_text(number);
  });
}

bool TreeReader::read_value(Reply& reply, std::string* text) const {
  return reply && reply.read(text, 's', static_cast<std::size_t>(limits_.characters) * kMaxBytes);
}

void TreeReader::ask_text(int place) {
  calls_.add(node(place).object, kTextInterface, "GetText",
             {std::int32_t{0}, std::int32_t{limits_.characters}}, [this, place](Reply& reply) {
               std::string text;
               if (!read_value(reply, &text) || is_placeholder(text)) return;
               node(place).value = text;
               if (text.empty()) ask_counted_text(place);
             });
}

// LibreOffice and Firefox refuse to read beyond the end of a text. The parts of a browser's dates
// have a number in place of a text.
void TreeReader::ask_counted_text(int place) {
  calls_.get(node(place).object, kTextInterface, "CharacterCount", [this, place](Reply& counted) {
    std::int32_t count = 0;
    if (!counted || !counted.enter('v', "i") || !counted.read(&count)) return;
    if (count <= 0) {
      if (node(place).role == kSpinButton) ask_number(place);
      return;
    }
    calls_.add(node(place).object, kTextInterface, "GetText",
               {std::int32_t{0}, std::min(count, std::int32_t{limits_.characters})},
               [this, place](Reply& reply) {
                 std::string text;
                 if (read_value(reply, &text)) node(place).value = text;
               });
  });
}

void TreeReader::find_children(int place) {
  Node& each = node(place);
  // The text of a password field may be an element of its own.
  if (each.role == kPasswordText || each.claimed == 0) return;
  if (each.depth >= limits_.depth) {
    leave_out(each, std::max(each.claimed, 1));
    return;
  }
  const auto cached = cache_.find(each.object.path);
  // Of very many children, those that show matter more than the first.
  const bool few = each.claimed > 0 && each.claimed <= limits_.children;
  if (few && each.object.bus == program_.name && cached != cache_.end()) {
    auto& children = cached->second.children;
    std::sort(children.begin(), children.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    bool whole = children.size() == static_cast<std::size_t>(each.claimed);
    for (std::size_t i = 0; whole && i < children.size(); ++i)
      whole = children[i].first == static_cast<int>(i);
    if (whole) {
      std::vector<Object> objects;
      for (auto& [index, object] : children) objects.push_back(std::move(object));
      children.clear();
      add_children(place, objects);
      return;
    }
  }
  if (each.claimed >= 0) {
    ask_children(place);
    return;
  }
  calls_.get(each.object, kAccessible, "ChildCount", [this, place](Reply& reply) {
    Node& asked = node(place);
    if (reply && reply.enter('v', "i")) reply.read(&asked.claimed);
    if (asked.claimed > 0) ask_children(place);
  });
}

void TreeReader::ask_children(int place) {
  Node& each = node(place);
  // Programs make all objects that they are asked for, however many.
  if (each.claimed <= limits_.children) {
    calls_.add(each.object, kAccessible, "GetChildren", {}, [this, place](Reply& reply) {
      std::vector<Object> children;
      const auto most = static_cast<std::size_t>(limits_.children);
      add_object(reply, most + 1, &children);
      add_children(place, children);
    });
    return;
  }
  const auto most = static_cast<std::size_t>(limits_.children);
  ask_shown_children(calls_, each.object, each.claimed, holders_part(place), kOfGrid * most, most,
                     [this, place](const std::vector<std::int32_t>& shown) {
                       std::vector<std::int32_t> indices = shown;
                       if (indices.empty()) indices = first_indices();
                       ask_children_at(place, indices);
                     });
}

std::vector<std::int32_t> TreeReader::first_indices() const {
  std::vector<std::int32_t> indices(static_cast<std::size_t>(limits_.children));
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

// Returns what the holders of an element leave of the screen for it.
std::optional<Rect> TreeReader::holders_part(int place) {
  std::optional<Rect> part;
  for (int holder = node(place).parent; holder != kRoot; holder = node(holder).parent)
    if (const auto& extents = node(holder).extents)
      part = part ? intersection(*part, *extents) : *extents;
  return part;
}

void TreeReader::ask_children_at(int place, const std::vector<std::int32_t>& indices) {
  Node& each = node(place);
  int asked = 0;
  for (const std::int32_t index : indices) {
    if (index >= each.claimed) break;
    ++asked;
    calls_.add(each.object, kAccessible, "GetChildAtIndex", {index}, [this, place](Reply& reply) {
      Object object;
      if (reply && read_object(reply, &object)) add_child(place, object);
    });
  }
  leave_out(each, each.claimed - asked);
}

void TreeReader::add_children(int place, const std::vector<Object>& children) {
  const auto most = static_cast<std::size_t>(limits_.children);
  for (std::size_t i = 0; i < std::min(most, children.size()); ++i) add_child(place, children[i]);
  if (children.size() > most) leave_out(node(place), static_cast<int>(children.size() - most));
}

void TreeReader::add_child(int parent, const Object& object) {
  if (object.path == kNullPath || !known_.insert(object.bus + object.path).second) return;
  if (nodes_.size() >= static_cast<std::size_t>(limits_.nodes)) {
    leave_out(node(parent), 1);
    return;
  }
  const int place = static_cast<int>(nodes_.size());
  node(parent).children.push_back(place);
  Node child;
  child.object = object;
  child.parent = parent;
  child.depth = node(parent).depth + 1;
  nodes_.push_back(std::move(child));
  if (object.bus == program_.name)
    visit(place);
  else
    strangers_.push_back(place);
}

void TreeReader::leave_out(Node& node, int children) {
  node.left_out += children;
  beyond_limits_ = true;
}

// A browser's pages are elements of its helper processes. Other programs' elements are not this
// one's, whatever it claims. Returns whether there is more to ask.
bool TreeReader::visit_strangers() {
  const std::vector<int> places = std::move(strangers_);
  strangers_.clear();
  bool more = false;
  for (const int place : places) {
    const std::string& bus = node(place).object.bus;
    const auto [found, is_new] = others_.emplace(bus, false);
    if (is_new) found->second = belongs_(bus);
    has_strangers_ = has_strangers_ || !found->second;
    if (!found->second) continue;
    more = true;
    visit(place);
  }
  return more;
}

}  // namespace native::atspi
