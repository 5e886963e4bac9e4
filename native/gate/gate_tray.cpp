#include <algorithm>
#include <charconv>
#include <utility>

#include "native/gate/gate.hpp"

// The part of the gate that icons of the tray pass.
namespace native {
namespace {

constexpr Operation kReadingTray{Operation::Kind::kReadElements};
constexpr std::string_view kEmbedded = "window:";

TrayItem to_item(const EmbeddedIcon& icon) {
  TrayItem item;
  item.id = std::string(kEmbedded) + std::to_string(icon.window);
  item.name = icon.app_class;
  item.title = icon.title;
  item.description = icon.title.empty() ? icon.app_class : icon.title;
  item.pid = icon.pid;
  item.bounds = icon.bounds;
  return item;
}

// The rules of the policy about a program that may have no window.
struct IconRule {
  const WindowRule* excluding = nullptr;
  const LevelRule* level = nullptr;  // the strictest
};

// Any text that a person reads at an icon counts as its title: some programs have only a tool tip.
IconRule rule_of(const TrayItem& item, const WindowRules& rules, Applications& applications) {
  if (rules.empty() && rules.levels().empty()) return {};
  Window window;
  window.id = 1;
  window.pid = item.pid;
  window.app_class = item.name;
  const std::vector<App> apps = applications.group({window});
  WindowFacts facts;
  facts.app_class = item.name;
  facts.application = apps.empty() ? item.name : apps.front().name;
  facts.executable = item.process;
  if (!apps.empty()) facts.desktop_id = apps.front().bundle_id;
  IconRule found;
  for (const std::string& text : {item.title, item.description, item.name}) {
    facts.title = text;
    if (found.excluding == nullptr) found.excluding = rules.find(facts);
    const LevelRule* const level = rules.levels().find(facts);
    if (level != nullptr && (found.level == nullptr || level->level < found.level->level))
      found.level = level;
  }
  return found;
}

bool contains(const std::vector<std::int64_t>& pids, std::int64_t pid) {
  return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

// `rule` is null when the icon is excluded for a window of its program.
[[noreturn]] void refuse(const TrayItem& item, const WindowRule* rule, const char* reason,
                         const std::string& why) {
  Error error("POLICY_DENIED", "icon of '" + item.process + "' may not be used: " + why,
              "Use another program, or have the rule changed in the policy file.",
              {{"reason", reason}, {"application", item.process}});
  if (rule != nullptr) {
    error.details.emplace_back("rule", describe(*rule));
    error.details.emplace_back("source", rule->source);
  }
  throw Error(error);
}

std::unique_ptr<MenuSource> menu_of(Tray& tray, const TrayItem& item, const Act& act) {
  if (item.bounds)
    throw Error("UNSUPPORTED", "the icon '" + item.name + "' tells no menu: it is a window",
                "Click it, and choose from what it shows.", {{"reason", "no menu"}});
  return tray.menu(item.id, act);
}

ActRecord record_of(const char* name, const TrayItem& item) {
  ActRecord record;
  record.name = name;
  record.pid = item.pid;
  if (item.bounds)
    record.place =
        Point{item.bounds->x + item.bounds->width / 2, item.bounds->y + item.bounds->height / 2};
  return record;
}

}  // namespace

// Returns the processes with a window that the policy excludes: as their pop-ups, their icons and
// the menus of these may tell what the window is about.
std::vector<std::int64_t> Gate::excluded_processes(Desktop& desktop, const Caller& caller,
                                                   const Rules& rules, Deadline deadline) {
  const WindowRulesRef& windows = rules.of(caller.kind).windows;
  std::vector<std::int64_t> found;
  if (windows->empty()) return found;
  std::vector<Window> all = desktop.windows().windows(deadline);
  mark_excluded(all, {windows}, hidden_bit(caller.kind), names_, desktop.applications());
  for (const Window& each : all)
    if (each.pid > 0 && (each.hidden_from & hidden_bit(caller.kind)) != 0)
      found.push_back(each.pid);
  return found;
}

void Gate::refuse_icon(Desktop& desktop, const Caller& caller, const TrayItem& item, bool acts,
                       Deadline deadline) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  const IconRule rule = rule_of(item, *rules->of(caller.kind).windows, desktop.applications());
  if (rule.excluding != nullptr ||
      contains(excluded_processes(desktop, caller, *rules, deadline), item.pid))
    refuse(item, rule.excluding, "excluded window", "the policy excludes its windows");
  if (acts && rule.level != nullptr && rule.level->level < Level::kClick)
    refuse(item, &rule.level->rule, "level",
           std::string("its program has the level ") + name_of(rule.level->level));
}

void Gate::clean(TrayItem& item, const Caller& caller, const Rules& rules) {
  masks_.mask(item.title, rules, caller.kind);
  masks_.mask(item.description, rules, caller.kind);
}

std::vector<TrayItem> Gate::tray_items(Desktop& desktop, Tray& tray, const Caller& caller,
                                       Deadline deadline) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  policy_->admit(caller, kReadingTray, *rules);
  refuse_when_covered(desktop, caller, *rules, deadline);
  const EmbeddedIcons embedded = desktop.embedded_icons(deadline);
  std::vector<TrayItem> items;
  try {
    items = tray.items(deadline);
  } catch (const Error& error) {
    if (error.code != "PROVIDER_UNAVAILABLE" || !embedded.has_panel) throw;
  }
  for (const EmbeddedIcon& icon : embedded.icons) items.push_back(to_item(icon));
  for (TrayItem& item : items) {
    if (item.pid > 0) item.process = desktop.applications().executable(item.pid);
    if (item.description.empty()) item.description = item.process;
  }
  const WindowRules& windows = *rules->of(caller.kind).windows;
  const std::vector<std::int64_t> excluded = excluded_processes(desktop, caller, *rules, deadline);
  std::erase_if(items, [&](const TrayItem& item) {
    return contains(excluded, item.pid) ||
           rule_of(item, windows, desktop.applications()).excluding != nullptr;
  });
  const std::shared_ptr<const Rules> now = policy_->rules();
  policy_->confirm(caller, kReadingTray, *now);
  for (TrayItem& item : items) clean(item, caller, *now);
  return items;
}

TrayItem Gate::embedded_item(Desktop& desktop, const std::string& id, Deadline deadline) {
  for (const EmbeddedIcon& icon : desktop.embedded_icons(deadline).icons)
    if (TrayItem item = to_item(icon); item.id == id) return item;
  throw Error("ELEMENT_NOT_FOUND", "the icon is gone from the tray",
              "List the icons again: tray.items.", {{"reason", "gone"}});
}

// Returns an icon that the caller may use.
TrayItem Gate::icon(Desktop& desktop, Tray& tray, const Caller& caller, const std::string& id,
                    bool acts, Deadline deadline) {
  TrayItem item =
      id.starts_with(kEmbedded) ? embedded_item(desktop, id, deadline) : tray.item(id, deadline);
  if (item.pid > 0) item.process = desktop.applications().executable(item.pid);
  refuse_icon(desktop, caller, item, acts, deadline);
  return item;
}

Tray::Clicked Gate::click_tray_item(Desktop& desktop, Tray& tray, const Caller& caller,
                                    const std::string& id, Act act) {
  const TrayItem item = icon(desktop, tray, caller, id, true, act.deadline);
  Tray::Clicked clicked = Tray::Clicked::kActivated;
  this->act(desktop, caller, record_of("click tray icon", item), std::move(act),
            [&](Desktop& same, const Act& granted) {
              if (!item.bounds) {
                clicked = tray.click(id, same.input().pointer(granted.deadline), granted);
                return;
              }
              // Icons move when others come and go.
              const TrayItem now = embedded_item(same, id, granted.deadline);
              Click click;
              click.place = *record_of("", now).place;
              same.input().click(click, granted);
            });
  return clicked;
}

MenuListing Gate::tray_menu(Desktop& desktop, Tray& tray, const Caller& caller,
                            const std::string& id, const MenuLimits& limits, const Act& act) {
  policy_->admit(caller, kReadingTray, *policy_->rules());
  const TrayItem item = icon(desktop, tray, caller, id, false, act.deadline);
  MenuListing listing = read_menus(*menu_of(tray, item, act), limits, menu_mask(caller));
  policy_->confirm(caller, kReadingTray, *policy_->rules());
  return listing;
}

MenuSearch Gate::find_tray_menu_item(Desktop& desktop, Tray& tray, const Caller& caller,
                                     const std::string& id, const std::vector<std::string>& names,
                                     const Act& act) {
  policy_->admit(caller, kReadingTray, *policy_->rules());
  const TrayItem item = icon(desktop, tray, caller, id, false, act.deadline);
  MenuSearch search = native::find_menu_item(*menu_of(tray, item, act), names, menu_mask(caller));
  policy_->confirm(caller, kReadingTray, *policy_->rules());
  return search;
}

MenuChoice Gate::choose_tray_menu_item(Desktop& desktop, Tray& tray, const Caller& caller,
                                       const std::string& id, const std::vector<std::string>& names,
                                       Act act) {
  const TrayItem item = icon(desktop, tray, caller, id, true, act.deadline);
  MenuChoice choice;
  this->act(desktop, caller, record_of("choose menu item", item), std::move(act),
            [&](Desktop&, const Act& granted) {
              const std::unique_ptr<MenuSource> menu = menu_of(tray, item, granted);
              choice = choose_in(*menu, names, menu_mask(caller));
            });
  return choice;
}

}  // namespace native
