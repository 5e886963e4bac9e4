#include "native/dbus/gtk_menu_model.hpp"

#include "native/dbus/entries.hpp"
#include "native/desktop/menus.hpp"

namespace native::dbus {
namespace {

constexpr std::size_t kMaxAttributes = 32;
constexpr std::size_t kMaxLists = 2000;
constexpr std::size_t kMaxAll = 20'000;  // items of one answer
constexpr std::size_t kMaxActions = 20'000;

std::optional<GtkMenuKey> read_key(Reply& reply) {
  GtkMenuKey key;
  if (!reply.enter('r', "uu")) return std::nullopt;
  const bool whole = reply.read(&key.first) && reply.read(&key.second);
  reply.finish();
  return whole ? std::optional(key) : std::nullopt;
}

void take_attribute(Reply& reply, const std::string& name, const std::string& type,
                    GtkMenuItem* item) {
  const auto text = [&](std::string* into) {
    if (type == "s") reply.read(into, 's', kMaxMenuText);
  };
  if (name == "label") text(&item->label);
  if (name == "action") text(&item->action);
  if (name == "accel") text(&item->accelerator);
  if (name == "hidden-when") text(&item->hidden_when);
  if (name == "submenu-action") text(&item->submenu_action);
  if (name == ":section" && type == "(uu)") item->section = read_key(reply);
  if (name == ":submenu" && type == "(uu)") item->submenu = read_key(reply);
  if (name != "target") return;
  Scalar target;
  if (reply.read(&target, kMaxMenuText)) item->target = target;
}

// Reads aa{sv}. Returns how many items there are beyond `room`.
int read_items(Reply& reply, std::size_t room, std::vector<GtkMenuItem>* items) {
  int dropped = 0;
  if (!reply.enter('a', "a{sv}")) return 0;
  for (;;) {
    GtkMenuItem item;
    if (!read_entries(reply, kMaxAttributes, [&](const std::string& name, const std::string& type) {
          take_attribute(reply, name, type, &item);
        }))
      break;
    if (items->size() < room)
      items->push_back(std::move(item));
    else
      ++dropped;
  }
  reply.finish();
  return dropped;
}

std::optional<GtkAction> read_action(Reply& reply) {
  GtkAction action;
  if (!reply.enter('r', "bgav")) return std::nullopt;
  bool whole = reply.read(&action.enabled) && reply.read(&action.parameter, 'g', kMaxMenuText);
  if (whole && reply.enter('a', "v")) {
    Scalar state;
    const std::string type = reply.next_type().second;
    if (!type.empty() && reply.enter('v', type.c_str())) {
      if (reply.read(&state, kMaxMenuText)) action.state = state;
      reply.finish();
    }
    reply.finish();
  }
  reply.finish();
  return whole ? std::optional(action) : std::nullopt;
}

}  // namespace

int read_gtk_menus(Reply& reply, GtkMenus* menus) {
  int dropped = 0;
  std::size_t all = 0;
  if (!reply || !reply.enter('a', "(uuaa{sv})")) return 0;
  while (reply.enter('r', "uuaa{sv}")) {
    GtkMenuKey key;
    const bool whole = reply.read(&key.first) && reply.read(&key.second);
    if (whole && menus->size() < kMaxLists) {
      std::vector<GtkMenuItem>& items = (*menus)[key];
      items.clear();
      dropped += read_items(reply, all < kMaxAll ? kMaxAll - all : 0, &items);
      all += items.size();
    }
    reply.finish();
  }
  return dropped;
}

void read_gtk_actions(Reply& reply, const std::string& prefix,
                      std::map<std::string, GtkAction>* actions) {
  if (!reply || !reply.enter('a', "{s(bgav)}")) return;
  while (reply.enter('e', "s(bgav)")) {
    std::string name;
    const bool whole = reply.read(&name, 's', kMaxMenuText);
    const std::optional<GtkAction> action = whole ? read_action(reply) : std::nullopt;
    if (action && actions->size() < kMaxActions) (*actions)[prefix + name] = *action;
    reply.finish();
  }
}

}  // namespace native::dbus
