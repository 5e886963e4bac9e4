#include "native/dbus/gtk_menus.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "native/dbus/gtk_menu_model.hpp"
#include "native/dbus/pipeline.hpp"
#include "native/dbus/program_silence.hpp"
#include "native/desktop/menu_path.hpp"
#include "native/desktop/menus/menu_shortcut.hpp"

namespace native {
namespace {

using namespace dbus;

constexpr const char* kMenus = "org.gtk.Menus";
constexpr const char* kActions = "org.gtk.Actions";
constexpr std::size_t kMaxGroups = 512;
constexpr int kMaxSections = 8;  // of sections in sections
// A program that has not answered by then is in a dialog that the item has opened, or busy.
constexpr std::chrono::milliseconds kAnswerOfProgram{250};
constexpr std::chrono::milliseconds kFillingOfMenu{
    500};  // of a menu that is filled when it is opened
constexpr std::chrono::milliseconds kBetweenLooks{10};

class GtkMenuSource : public MenuSource {
 public:
  GtkMenuSource(const std::string& session_bus, std::int64_t pid, const MenuWish& wish, Act act)
      : bus_(session_bus),
        place_(wish.exported),
        may_open_(wish.may_open),
        pid_(pid),
        act_(std::move(act)) {}
  ~GtkMenuSource() override { close(); }

  // Returns whether there are items.
  bool open();
  std::string origin() const override { return kMenus; }
  MenuLevel level(const MenuItem* in) override;
  bool choose(const MenuItem& item) override;

 private:
  Method method(std::string path, const char* interface, const char* name,
                std::vector<Argument> arguments) const {
    return {place_.bus, std::move(path), interface, name, std::move(arguments)};
  }
  bool is_owner(Deadline limit);
  bool read_groups(const std::string& path, Deadline limit);
  void read_actions(Deadline limit);
  void add_items(const GtkMenuKey& key, int depth, MenuLevel* level);
  MenuItem to_item(const GtkMenuKey& key, std::size_t index, const GtkMenuItem& item) const;
  bool is_hidden(const GtkMenuItem& item) const;
  const GtkMenuItem* find(const MenuItem& item) const;
  std::string path_of_action(const std::string& action) const;
  void fill(const GtkMenuItem& item);
  void set_state(const std::string& action, bool open, Pipeline& calls);
  void close();

  Bus bus_;
  const MenuExport place_;
  const bool may_open_;
  const std::int64_t pid_;
  const Act act_;
  std::string path_;  // of the menus that are used
  GtkMenus menus_;
  std::map<std::string, GtkAction> actions_;
  std::set<std::uint32_t> groups_;   // that we have started
  std::vector<std::string> filled_;  // actions of submenus that we have opened
};

// Any window may name any program.
bool GtkMenuSource::is_owner(Deadline limit) {
  std::uint32_t owner = 0;
  Reply reply = bus_.call({"org.freedesktop.DBus",
                           "/org/freedesktop/DBus",
                           "org.freedesktop.DBus",
                           "GetConnectionUnixProcessID",
                           {place_.bus}},
                          limit);
  return reply && reply.read(&owner) && owner == pid_;
}

bool GtkMenuSource::open() {
  const Deadline limit = limited(act_.deadline);
  if (bus_.connect(limit) != Bus::State::kThere || !is_owner(limit)) return false;
  for (const std::string& path : {place_.menu_bar, place_.app_menu}) {
    if (path.empty()) continue;
    menus_.clear();
    groups_.clear();
    path_ = path;
    if (read_groups(path, limit) && !menus_[{0, 0}].empty()) {
      read_actions(limit);
      return true;
    }
  }
  return false;
}

// Reads the first group, and those that the lists read so far lead to.
bool GtkMenuSource::read_groups(const std::string& path, Deadline limit) {
  std::set<std::uint32_t> wanted{0};
  while (!wanted.empty()) {
    Pipeline calls(bus_, limit, act_.check);
    calls.add(method(path, kMenus, "Start", {Numbers{{wanted.begin(), wanted.end()}}}),
              [&](Reply& reply) { read_gtk_menus(reply, &menus_); });
    if (!calls.run()) throw_unanswered(bus_, place_.bus, pid_, limit);
    groups_.insert(wanted.begin(), wanted.end());
    wanted.clear();
    for (const auto& [key, items] : menus_)
      for (const GtkMenuItem& item : items)
        for (const auto& link : {item.section, item.submenu})
          if (link && !groups_.contains(link->first) && groups_.size() + wanted.size() < kMaxGroups)
            wanted.insert(link->first);
  }
  return !menus_.empty();
}

void GtkMenuSource::read_actions(Deadline limit) {
  Pipeline calls(bus_, limit, act_.check);
  const auto ask = [&](const std::string& path, const char* prefix) {
    if (path.empty()) return;
    calls.add(method(path, kActions, "DescribeAll", {}),
              [this, prefix](Reply& reply) { read_gtk_actions(reply, prefix, &actions_); });
  };
  ask(place_.application, "app.");
  ask(place_.window, "win.");
  ask(path_, "unity.");
  if (!calls.run()) throw_unanswered(bus_, place_.bus, pid_, limit);
}

std::string GtkMenuSource::path_of_action(const std::string& action) const {
  if (action.starts_with("app.")) return place_.application;
  if (action.starts_with("win.")) return place_.window;
  return action.starts_with("unity.") ? path_ : "";
}

bool GtkMenuSource::is_hidden(const GtkMenuItem& item) const {
  const auto action = actions_.find(item.action);
  if (item.hidden_when == "action-missing") return action == actions_.end();
  return item.hidden_when == "action-disabled" &&
         (action == actions_.end() || !action->second.enabled);
}

MenuItem GtkMenuSource::to_item(const GtkMenuKey& key, std::size_t index,
                                const GtkMenuItem& item) const {
  MenuItem result;
  result.name = without_mnemonic(item.label);
  result.shortcut = gtk_shortcut(item.accelerator);
  result.has_submenu = item.submenu.has_value();
  result.handle =
      std::to_string(key.first) + "," + std::to_string(key.second) + "," + std::to_string(index);
  const auto action = actions_.find(item.action);
  if (!item.action.empty()) result.enabled = action != actions_.end() && action->second.enabled;
  if (action == actions_.end() || !action->second.state) return result;
  const Scalar& state = *action->second.state;
  result.checked = item.target ? state == *item.target : state.type == 'b' && state.text[0] != 0;
  return result;
}

// Sections are parts of a menu, with lines between them.
void GtkMenuSource::add_items(const GtkMenuKey& key, int depth, MenuLevel* level) {
  const auto list = menus_.find(key);
  if (list == menus_.end() || depth > kMaxSections) return;
  for (std::size_t i = 0; i < list->second.size(); ++i) {
    const GtkMenuItem& item = list->second[i];
    if (item.section) {
      add_items(*item.section, depth + 1, level);
      continue;
    }
    if (is_hidden(item) || (item.label.empty() && !item.submenu)) continue;
    if (level->items.size() < kMaxMenuItems)
      level->items.push_back(to_item(key, i, item));
    else
      ++level->left_out;
  }
}

const GtkMenuItem* GtkMenuSource::find(const MenuItem& item) const {
  GtkMenuKey key;
  std::size_t index = 0;
  const char* at = item.handle.data();
  const char* const end = at + item.handle.size();
  at = std::from_chars(at, end, key.first).ptr;
  if (at != end) at = std::from_chars(at + 1, end, key.second).ptr;
  if (at != end) std::from_chars(at + 1, end, index);
  const auto list = menus_.find(key);
  return list != menus_.end() && index < list->second.size() ? &list->second[index] : nullptr;
}

MenuLevel GtkMenuSource::level(const MenuItem* in) {
  MenuLevel level;
  if (act_.check) act_.check();
  if (in == nullptr) {
    add_items({0, 0}, 0, &level);
    return level;
  }
  const GtkMenuItem* item = find(*in);
  if (item == nullptr || !item->submenu) return level;
  const GtkMenuItem copy = *item;
  add_items(*copy.submenu, 0, &level);
  if (!level.items.empty() || copy.submenu_action.empty() || !may_open_) return level;
  fill(copy);
  add_items(*copy.submenu, 0, &level);
  return level;
}

void GtkMenuSource::set_state(const std::string& action, bool open, Pipeline& calls) {
  const std::string name = action.substr(action.find('.') + 1);
  calls.add(
      method(path_of_action(action), kActions, "SetState", {name, BoolVariant{open}, NoEntries{}}),
      [](Reply&) {});
}

// Has the program fill a submenu, as one that is shown.
void GtkMenuSource::fill(const GtkMenuItem& item) {
  if (path_of_action(item.submenu_action).empty()) return;
  const Deadline end =
      std::min<Deadline>(limited(act_.deadline), std::chrono::steady_clock::now() + kFillingOfMenu);
  filled_.push_back(item.submenu_action);
  Pipeline opening(bus_, limited(act_.deadline), act_.check);
  set_state(item.submenu_action, true, opening);
  opening.run_until(end);
  while (menus_[*item.submenu].empty() && std::chrono::steady_clock::now() + kBetweenLooks < end) {
    if (act_.check) act_.check();
    std::this_thread::sleep_for(kBetweenLooks);
    groups_.erase(item.submenu->first);
    read_groups(path_, limited(act_.deadline));
  }
  read_actions(limited(act_.deadline));
}

bool GtkMenuSource::choose(const MenuItem& item) {
  const GtkMenuItem* chosen = find(item);
  const std::string path = chosen != nullptr ? path_of_action(chosen->action) : "";
  if (path.empty())
    throw Error("UNSUPPORTED", "the item '" + item.name + "' has no action that is exported",
                "Open the menu with the tool `menu`, then click the item.",
                {{"reason", "no action"}});
  Variants parameter;
  if (chosen->target) parameter.list.push_back(*chosen->target);
  bool answered = false, accepted = false;
  Pipeline calls(bus_, limited(act_.deadline), act_.check);
  calls.add(method(path, kActions, "Activate",
                   {chosen->action.substr(chosen->action.find('.') + 1), parameter, NoEntries{}}),
            [&](Reply& reply) {
              answered = true;
              accepted = static_cast<bool>(reply);
            });
  calls.run_until(std::chrono::steady_clock::now() + kAnswerOfProgram);
  if (!answered || accepted) return answered;
  // Quitting is an item, too.
  if (!is_on_bus(bus_, place_.bus, limited(act_.deadline))) return false;
  throw Error("UNSUPPORTED", "the program did not accept '" + item.name + "'",
              "Open the menu with the tool `menu`, then click the item.",
              {{"reason", "not accepted"}});
}

void GtkMenuSource::close() {
  if (groups_.empty()) return;
  Pipeline calls(bus_, limited(act_.deadline));
  for (const std::string& action : filled_) set_state(action, false, calls);
  calls.add(method(path_, kMenus, "End", {Numbers{{groups_.begin(), groups_.end()}}}),
            [](Reply&) {});
  calls.run_until(std::chrono::steady_clock::now() + kAnswerOfProgram);
}

}  // namespace

std::unique_ptr<MenuSource> open_gtk_menus(const std::string& session_bus, std::int64_t pid,
                                           const MenuWish& wish, Act act) {
  auto source = std::make_unique<GtkMenuSource>(session_bus, pid, wish, std::move(act));
  if (session_bus.empty() || !source->open()) return nullptr;
  return source;
}

}  // namespace native
