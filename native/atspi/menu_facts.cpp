#include "native/atspi/menu_facts.hpp"

#include <algorithm>
#include <utility>

#include "native/atspi/element_label.hpp"
#include "native/atspi/names.hpp"
#include "native/atspi/tree_reader.hpp"
#include "native/desktop/menus/menu_shortcut.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

void read_shortcut(Reply& reply, MenuFacts* facts) {
  std::string binding;
  if (reply && reply.read(&binding, 's', kMaxMenuText))
    facts->shortcut = shortcut_of_binding(binding);
}

void ask_facts(ProgramCalls& calls, MenuFacts* facts) {
  calls.add(facts->object, kAccessible, "GetRole", {}, [facts](Reply& reply) {
    if (reply) reply.read(&facts->role);
  });
  calls.add(facts->object, kAccessible, "GetState", {}, [facts](Reply& reply) {
    if (reply) read_states(reply, &facts->states);
  });
  calls.get(facts->object, kAccessible, "Name", [facts](Reply& reply) {
    if (reply && reply.enter('v', "s")) reply.read(&facts->name, 's', kMaxMenuText);
  });
  calls.get(facts->object, kAccessible, "ChildCount", [facts](Reply& reply) {
    if (reply && reply.enter('v', "i")) reply.read(&facts->claimed);
  });
}

void add_menu_object(const Object& object, MenuObjects* children) {
  if (object.path != "/org/a11y/atspi/null") children->list.push_back(object);
}

// Programs make all objects that they are asked for, however many.
void ask_some_children(ProgramCalls& calls, const MenuFacts& holder, std::size_t most,
                       MenuObjects* children) {
  const auto count = static_cast<std::size_t>(std::max(holder.claimed, 0));
  if (count <= most) {
    calls.add(holder.object, kAccessible, "GetChildren", {}, [children, most](Reply& reply) {
      Object child;
      if (!reply || !reply.enter('a', "(so)")) return;
      while (children->list.size() < most && read_object(reply, &child))
        add_menu_object(child, children);
    });
    return;
  }
  children->left_out = static_cast<int>(count - most);
  for (std::size_t i = 0; i < most; ++i)
    calls.add(holder.object, kAccessible, "GetChildAtIndex", {static_cast<std::int32_t>(i)},
              [children](Reply& reply) {
                Object child;
                if (reply && read_object(reply, &child)) add_menu_object(child, children);
              });
}

}  // namespace

// A menu without a name is what an item opens.
bool MenuFacts::is_item() const { return is_menu_item(role) || (role == kMenu && !name.empty()); }

bool MenuFacts::is_opener() const {
  return role == kMenu || is_menu_button() || has(states, State::kHasPopup) ||
         has(states, State::kExpandable);
}

// Qt marks no item that opens a menu: it only holds one.
bool MenuFacts::opens_more() const { return claimed > 0 || is_opener(); }

bool MenuFacts::is_button() const { return role == kPushButton || role == kToggleButton; }

bool MenuFacts::is_menu_button() const {
  return role == kPushButtonMenu || !opener.path.empty() ||
         (is_button() && has(states, State::kHasPopup));
}

MenuItem MenuFacts::to_item() const {
  MenuItem item;
  // Mousepad's names end with room for the shortcut.
  item.name = name.substr(0, name.find_last_not_of(' ') + 1);
  item.shortcut = shortcut;
  item.enabled = has(states, State::kEnabled) || has(states, State::kSensitive);
  item.checked = has(states, State::kChecked);
  item.has_submenu = opens_more();
  item.handle = object.bus + object.path;
  return item;
}

std::string shortcut_of_binding(const std::string& binding) {
  // Mnemonic, the keys that lead to it, shortcut. What has one part is the shortcut, unless it is
  // the mnemonic of a menu.
  const std::size_t last = binding.rfind(';');
  const std::string part = last == std::string::npos ? binding : binding.substr(last + 1);
  if (part.empty() || part == "<VoidSymbol>") return {};
  if (last == std::string::npos && !part.starts_with('<')) return part.size() > 1 ? part : "";
  return gtk_shortcut(part);
}

bool describe(ProgramCalls& calls, const std::vector<Object>& objects, bool with_shortcuts,
              std::vector<MenuFacts>* facts) {
  std::vector<MenuFacts> all(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    all[i].object = objects[i];
    ask_facts(calls, &all[i]);
  }
  if (!calls.run()) return false;
  for (MenuFacts& each : all)
    if (each.name.empty() && is_menu_item(each.role))
      ask_label(calls, each.object, [&each](std::string name) { each.name = std::move(name); });
  if (!calls.run()) return false;
  if (with_shortcuts) {
    for (MenuFacts& each : all)
      if (each.is_item() && each.role != kMenu)
        // Firefox 153 ends when it is asked for all of its actions at once (GetActions).
        calls.add(each.object, kAction, "GetKeyBinding", {std::int32_t{0}},
                  [&each](Reply& reply) { read_shortcut(reply, &each); });
    if (!calls.run()) return false;
  }
  for (MenuFacts& each : all)
    if (each.role != 0 && !has(each.states, State::kDefunct)) facts->push_back(std::move(each));
  return true;
}

bool ask_children(ProgramCalls& calls, const std::vector<MenuFacts>& holders, std::size_t most,
                  std::vector<MenuObjects>* children) {
  children->resize(holders.size());
  for (std::size_t i = 0; i < holders.size(); ++i)
    if (holders[i].claimed > 0) ask_some_children(calls, holders[i], most, &(*children)[i]);
  return calls.run();
}

}  // namespace native::atspi
