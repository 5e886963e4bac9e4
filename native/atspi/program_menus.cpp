#include "native/atspi/program_menus.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "native/atspi/action_call.hpp"
#include "native/atspi/menu_facts.hpp"
#include "native/atspi/names.hpp"
#include "native/desktop/menu_path.hpp"

namespace native::atspi {
namespace {

constexpr std::chrono::seconds kTimeOfProgram{2};
// Until the items of a menu that was opened are there.
constexpr std::chrono::milliseconds kFilling{700};
constexpr std::chrono::seconds kFillingOfAll{3};  // of all menus of one operation
// Until a button that was pressed opens its menu: GTK waits for 250 ms, to show that it is pressed.
constexpr std::chrono::milliseconds kOpening{700};
constexpr std::chrono::milliseconds kBetweenLooks{10};
constexpr int kMaxBarDepth =
    30;  // of menu bars and buttons in a window; 18 in GNOME Text Editor 50
constexpr std::size_t kMaxOfWindow = 600;
constexpr std::size_t kMaxOfHolder = 60;  // children of what holds menu bars
constexpr std::ptrdiff_t kPart = 500;     // objects that are described at once
constexpr std::size_t kMaxOfLevel = 500;  // items; each takes several calls
constexpr int kMaxWrappers = 16;          // between an item and the items in it

class ProgramMenus : public MenuSource {
 public:
  ProgramMenus(Programs& programs, Program& program, std::int64_t pid, Object frame,
               const MenuWish& wish, Act act)
      : programs_(programs),
        program_(program),
        pid_(pid),
        frame_(std::move(frame)),
        act_(std::move(act)),
        may_open_(wish.may_open) {}
  ~ProgramMenus() override { close(); }

  std::string origin() const override { return "AT-SPI"; }
  MenuLevel level(const MenuItem* in) override;
  bool choose(const MenuItem& item) override;

 private:
  static Deadline limited(Deadline deadline) {
    return std::min<Deadline>(deadline, std::chrono::steady_clock::now() + kTimeOfProgram);
  }
  // What ends an operation early does not keep menus open.
  std::function<void()> check() const { return closing_ ? std::function<void()>() : act_.check; }
  // Runs calls to the program. Throws when it does not answer.
  void ask(const std::function<bool(ProgramCalls&)>& calls);
  std::vector<MenuFacts> described(const std::vector<Object>& objects, bool with_shortcuts);
  std::vector<MenuObjects> children_of(const std::vector<MenuFacts>& holders, std::size_t most);
  std::vector<MenuFacts> find_bars();
  std::vector<MenuFacts> add_level(const std::vector<MenuFacts>& holders, std::size_t room,
                                   std::vector<MenuFacts>* buttons);
  MenuLevel items_in(std::vector<MenuFacts> holders, std::vector<MenuFacts>* found,
                     bool* holds_menu = nullptr);
  MenuLevel open_and_read(const MenuFacts& holder);
  std::string toolkit();
  ActionAnswer take_main_action(const Object& object);
  bool is_open(const MenuFacts& holder);
  bool becomes_open(const MenuFacts& holder);
  void await_closed(const MenuFacts& holder);
  void close();

  Programs& programs_;
  Program& program_;
  const std::int64_t pid_;
  const Object frame_;
  const Act act_;
  const bool may_open_;
  void open(const MenuFacts& holder);
  bool await_items(const MenuFacts& holder, Deadline end, MenuLevel* level);

  std::vector<MenuFacts> opened_;
  std::map<std::string, MenuFacts> holders_;  // of items that were read, by the items' paths
  std::map<std::string, Object> openers_;     // of menu buttons, by their paths
  bool closing_ = false;
  std::optional<Deadline> filled_by_;
};

void ProgramMenus::ask(const std::function<bool(ProgramCalls&)>& calls) {
  const Deadline limit = limited(act_.deadline);
  ProgramCalls asking(programs_.bus().connected(limit), program_, limit, check());
  if (calls(asking)) return;
  if (asking.is_lost()) programs_.throw_lost(pid_);
  programs_.throw_silent(pid_);
}

std::vector<MenuFacts> ProgramMenus::described(const std::vector<Object>& objects,
                                               bool with_shortcuts) {
  std::vector<MenuFacts> facts;
  // Elements of other programs would be asked in vain.
  std::vector<Object> own;
  for (const Object& each : objects)
    if (each.bus == program_.name) own.push_back(each);
  // In parts, each with its own time: a long menu is no sign of a program that hangs.
  for (auto part = own.begin(); part != own.end();) {
    const auto end = part + std::min<std::ptrdiff_t>(kPart, own.end() - part);
    ask([&](ProgramCalls& calls) { return describe(calls, {part, end}, with_shortcuts, &facts); });
    part = end;
  }
  return facts;
}

std::vector<MenuObjects> ProgramMenus::children_of(const std::vector<MenuFacts>& holders,
                                                   std::size_t most) {
  std::vector<MenuObjects> children;
  ask([&](ProgramCalls& calls) { return ask_children(calls, holders, most, &children); });
  return children;
}

// Returns what the holders hold. A button in a button opens the menu of the outer one.
std::vector<MenuFacts> ProgramMenus::add_level(const std::vector<MenuFacts>& holders,
                                               std::size_t room, std::vector<MenuFacts>* buttons) {
  std::vector<Object> next;
  std::map<std::string, const MenuFacts*> outer;
  const std::vector<MenuObjects> children = children_of(holders, kMaxOfHolder);
  for (std::size_t i = 0; i < holders.size(); ++i) {
    for (const Object& child : children[i].list) {
      if (next.size() < room) next.push_back(child);
      if (holders[i].is_button()) outer[child.path] = &holders[i];
    }
  }
  std::vector<MenuFacts> level = described(next, false);
  for (const MenuFacts& each : level) {
    const auto found = outer.find(each.object.path);
    if (found != outer.end() && each.is_button()) {
      MenuFacts button = *found->second;
      button.name = each.name;
      button.opener = each.object;
      openers_[button.object.path] = each.object;
      buttons->push_back(std::move(button));
    } else if (each.is_menu_button()) {
      buttons->push_back(each);
    }
  }
  return level;
}

std::string ProgramMenus::toolkit() {
  std::string name;
  ask([&](ProgramCalls& calls) {
    calls.get({program_.name, kRootPath}, "org.a11y.atspi.Application", "ToolkitName",
              [&](dbus::Reply& reply) {
                if (reply && reply.enter('v', "s")) reply.read(&name, 's', kMaxMenuText);
              });
    return calls.run();
  });
  return name;
}

// Returns the menu bars of the window, else the buttons that open menus, nearest to it first. What
// buttons of a browser's tool bar open are bubbles of whatever kind, which stay open.
std::vector<MenuFacts> ProgramMenus::find_bars() {
  std::vector<MenuFacts> bars, buttons;
  std::vector<MenuFacts> level = described({frame_}, false);
  std::size_t seen = 0;
  for (int depth = 0; depth < kMaxBarDepth && !level.empty() && seen < kMaxOfWindow; ++depth) {
    level = add_level(level, kMaxOfWindow - seen, &buttons);
    seen += level.size();
    for (const MenuFacts& each : level)
      if (each.role == kMenuBar && each.claimed > 0) bars.push_back(each);
    if (!bars.empty()) return bars;
  }
  const bool is_browser = !buttons.empty() && toolkit() == "Chromium";
  return is_browser ? std::vector<MenuFacts>() : buttons;
}

// Returns the items in the holders: toolkits wrap them in menus, boxes and lists. `holds_menu`: a
// menu was there, be it without items.
MenuLevel ProgramMenus::items_in(std::vector<MenuFacts> holders, std::vector<MenuFacts>* found,
                                 bool* holds_menu) {
  MenuLevel level;
  std::set<std::string> known;
  // What a button opens is a menu that may have a name.
  const bool of_button = std::any_of(holders.begin(), holders.end(),
                                     [](const MenuFacts& each) { return each.is_button(); });
  for (int depth = 0; depth < kMaxWrappers && !holders.empty(); ++depth) {
    std::vector<Object> next;
    const std::size_t room = kMaxOfLevel - level.items.size();
    for (MenuObjects& each : children_of(holders, room)) {
      level.left_out += each.left_out;
      for (Object& child : each.list)
        if (next.size() < room && known.insert(child.path).second) next.push_back(child);
    }
    holders.clear();
    for (MenuFacts& each : described(next, true)) {
      if (holds_menu != nullptr) *holds_menu |= each.role == kMenu || each.role == kPopupMenu;
      // The items of popovers hold their labels and marks.
      if (of_button) each.claimed = each.is_item() && each.role != kMenu ? 0 : each.claimed;
      if (each.is_item() && !(of_button && each.role == kMenu)) {
        level.items.push_back(each.to_item());
        if (found != nullptr) found->push_back(each);
      } else if (each.role != kSeparator && each.claimed > 0) {
        holders.push_back(std::move(each));
      }
    }
  }
  return level;
}

Object object_of(const MenuItem& item) {
  const std::size_t slash = std::min(item.handle.find('/'), item.handle.size());
  return {item.handle.substr(0, slash), item.handle.substr(slash)};
}

MenuLevel ProgramMenus::level(const MenuItem* in) {
  if (in == nullptr) {
    std::vector<MenuFacts> bars = find_bars();
    if (bars.empty() || bars.front().role == kMenuBar) return items_in(std::move(bars), nullptr);
    MenuLevel level;
    for (const MenuFacts& each : bars) level.items.push_back(each.to_item());
    return level;
  }
  std::vector<MenuFacts> holder = described({object_of(*in)}, false);
  if (holder.empty() || !in->has_submenu) return {};
  const auto opener = openers_.find(holder.front().object.path);
  if (opener != openers_.end()) holder.front().opener = opener->second;
  std::vector<MenuFacts> found;
  bool holds_menu = false;
  MenuLevel level = items_in(holder, &found, &holds_menu);
  // The action of what opens no menu would do what the item does.
  const bool opens = holds_menu || holder.front().is_opener();
  if (level.items.empty() && may_open_ && opens) return open_and_read(holder.front());
  for (const MenuFacts& each : found) holders_.insert_or_assign(each.object.path, holder.front());
  return level;
}

void ProgramMenus::open(const MenuFacts& holder) {
  const auto same = [&](const MenuFacts& each) { return each.object == holder.object; };
  if (std::any_of(opened_.begin(), opened_.end(), same)) return;
  opened_.push_back(holder);
  take_main_action(holder.opener.path.empty() ? holder.object : holder.opener);
}

// Returns whether items are there in time.
bool ProgramMenus::await_items(const MenuFacts& holder, Deadline end, MenuLevel* level) {
  for (;;) {
    *level = items_in(described({holder.object}, false), nullptr);
    if (!level->items.empty()) return true;
    if (std::chrono::steady_clock::now() + kBetweenLooks >= end) return false;
    if (act_.check) act_.check();
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

// Opens a menu whose items are made only then, after those that it is in, and waits for them.
MenuLevel ProgramMenus::open_and_read(const MenuFacts& holder) {
  const Deadline began = std::chrono::steady_clock::now();
  if (!filled_by_) filled_by_ = began + kFillingOfAll;
  const Deadline end = std::min({act_.deadline, began + kFilling, *filled_by_});
  if (began >= end) return {};  // what is opened without time to read it would only flash up
  std::vector<MenuFacts> chain{holder};
  for (auto found = holders_.find(holder.object.path);
       found != holders_.end() && chain.size() < kMaxMenuDepth;
       found = holders_.find(chain.back().object.path))
    chain.push_back(found->second);
  MenuLevel level;
  for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
    open(*each);
    await_items(*each, end, &level);
  }
  return level;
}

ActionAnswer ProgramMenus::take_main_action(const Object& object) {
  const Deadline limit = limited(act_.deadline);
  return do_action(programs_.bus().connected(limit), program_, object, 0, limit, check());
}

bool ProgramMenus::choose(const MenuItem& item) {
  const ActionAnswer answer = take_main_action(object_of(item));
  if (!answer.answered || answer.accepted) {
    opened_.clear();  // the program closes them
    return answer.answered;
  }
  // Quitting is an item, too.
  const auto process = process_status(programs_.proc(), static_cast<pid_t>(pid_));
  if (!process || process->state == 'Z') return false;
  throw Error("UNSUPPORTED", "the program did not accept the item '" + item.name + "'",
              "Open the menu with the tool `menu`, then click the item.",
              {{"reason", "not accepted"}});
}

// Returns whether a menu shows its items, or a popover, which may hold something else.
bool ProgramMenus::is_open(const MenuFacts& holder) {
  std::vector<Object> asked{holder.object};
  if (!holder.opener.path.empty()) asked.push_back(holder.opener);
  const std::vector<MenuFacts> now = described(asked, false);
  if (holder.is_menu_button() && std::any_of(now.begin(), now.end(), [](const MenuFacts& each) {
        return has(each.states, State::kExpanded) || has(each.states, State::kPressed);
      }))
    return true;
  std::vector<MenuFacts> items;
  items_in(now, &items);
  // What GTK 4 shows is not always "showing".
  const State state = holder.is_menu_button() ? State::kVisible : State::kShowing;
  return std::any_of(items.begin(), items.end(),
                     [&](const MenuFacts& item) { return has(item.states, state); });
}

// Returns whether a menu is open, or a button opens it after all.
bool ProgramMenus::becomes_open(const MenuFacts& holder) {
  const Deadline end = std::chrono::steady_clock::now() + kOpening;
  while (!is_open(holder)) {
    if (!holder.is_menu_button() || std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return true;
}

// Waits until a popover that was told to close has gone: what is read next would show it.
void ProgramMenus::await_closed(const MenuFacts& holder) {
  const Deadline end = std::chrono::steady_clock::now() + kOpening;
  while (holder.is_menu_button() && is_open(holder) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(kBetweenLooks);
}

// A menu that is still open is closed by what opened it.
void ProgramMenus::close() {
  closing_ = true;
  try {
    for (auto each = opened_.rbegin(); each != opened_.rend(); ++each) {
      if (!becomes_open(*each)) continue;
      take_main_action(each->opener.path.empty() ? each->object : each->opener);
    }
    for (const MenuFacts& each : opened_) await_closed(each);
  } catch (const std::exception&) {
    // The program is gone or hangs, and its menus with it.
  }
}

}  // namespace

std::unique_ptr<MenuSource> open_program_menus(Programs& programs, ElementFinder& finder,
                                               const ElementScope& scope, const MenuWish& wish,
                                               const Act& act) {
  programs.checked_process(scope.pid);
  programs.bus().connected(act.deadline);
  const std::vector<std::string> names = programs.names_of(scope.pid, act.deadline);
  const Deadline limit =
      std::min<Deadline>(act.deadline, std::chrono::steady_clock::now() + kTimeOfProgram);
  ElementLimits frames_alone;
  frames_alone.depth = 1;
  for (const std::string& name : names) {
    Program& program = programs.prepared(name, scope.pid, limit);
    const Reading reading = finder.read(program, scope, frames_alone, {limit, act.check});
    for (std::size_t i = 0; i < reading.frames.size(); ++i) {
      const FrameMatch& match = reading.matches[i];
      if (match.hidden || !scope.is_wanted(match.window)) continue;
      if (wish.window != 0 && match.window != wish.window) continue;
      const Node& frame = reading.nodes[static_cast<std::size_t>(reading.frames[i])];
      return std::make_unique<ProgramMenus>(programs, program, scope.pid, frame.object, wish, act);
    }
  }
  throw Error("UNSUPPORTED",
              "program " + std::to_string(scope.pid) + " tells no menus of its window",
              "Look at the window with `see`, and click.", {{"reason", "no menus"}});
}

}  // namespace native::atspi
