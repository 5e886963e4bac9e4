#include "native/dbus/menu_layout.hpp"

#include <utility>

#include "native/dbus/entries.hpp"
#include "native/desktop/menu_path.hpp"
#include "native/desktop/menus/menu_shortcut.hpp"

namespace native::dbus {
namespace {

constexpr std::size_t kMaxItemProperties = 64;
constexpr std::size_t kMaxKeys = 8;
constexpr const char* kNode = "ia{sv}av";

struct Node {
  MenuItem item;
  bool visible = true;
  bool is_separator = false;
};

// Reads aas, of which the first counts.
std::string read_shortcut(Reply& reply) {
  std::vector<std::string> keys;
  if (!reply.enter('a', "as")) return {};
  if (reply.enter('a', "s")) {
    std::string key;
    while (keys.size() < kMaxKeys && reply.read(&key, 's', kMaxMenuText)) keys.push_back(key);
    reply.finish();
  }
  reply.finish();
  return shortcut_of(keys);
}

void take_property(Reply& reply, const std::string& name, const std::string& type, Node* node) {
  std::string text;
  std::int32_t number = 0;
  if (name == "label" && type == "s" && reply.read(&text, 's', kMaxMenuText))
    node->item.name = without_mnemonic(text);
  else if (name == "enabled" && type == "b")
    reply.read(&node->item.enabled);
  else if (name == "visible" && type == "b")
    reply.read(&node->visible);
  else if (name == "toggle-state" && type == "i" && reply.read(&number))
    node->item.checked = number == 1;
  else if (name == "children-display" && type == "s" && reply.read(&text, 's', kMaxMenuText))
    node->item.has_submenu = text == "submenu";
  else if (name == "type" && type == "s" && reply.read(&text, 's', kMaxMenuText))
    node->is_separator = text == "separator";
  else if (name == "shortcut" && type == "aas")
    node->item.shortcut = read_shortcut(reply);
}

// Reads (ia{sv}av) without what is in it. Returns false when there is none.
bool read_node(Reply& reply, Node* node) {
  if (!reply.enter('r', kNode)) return false;
  std::int32_t id = 0;
  bool whole = reply.read(&id);
  node->item.handle = std::to_string(id);
  whole = whole && read_entries(reply, kMaxItemProperties,
                                [&](const std::string& name, const std::string& type) {
                                  take_property(reply, name, type, node);
                                });
  if (whole && reply.enter('a', "v")) {
    node->item.has_submenu = node->item.has_submenu || reply.next_type().first != 0;
    reply.finish();
  }
  reply.finish();
  return whole;
}

void read_children(Reply& reply, MenuLevel* level) {
  if (!reply.enter('a', "v")) return;
  while (reply.enter('v', (std::string("(") + kNode + ")").c_str())) {
    Node node;
    const bool whole = read_node(reply, &node);
    reply.finish();
    if (!whole || !node.visible || node.is_separator) continue;
    if (level->items.size() < kMaxMenuItems)
      level->items.push_back(std::move(node.item));
    else
      ++level->left_out;
  }
  reply.finish();
}

}  // namespace

bool read_menu_layout(Reply& reply, MenuLayout* layout) {
  if (!reply || !reply.read(&layout->revision) || !reply.enter('r', kNode)) return false;
  if (!reply.read(&layout->id)) return false;
  if (!read_entries(reply, kMaxItemProperties, [](const std::string&, const std::string&) {}))
    return false;
  read_children(reply, &layout->level);
  return true;
}

}  // namespace native::dbus
