#include <algorithm>
#include <optional>
#include <utility>

#include "native/gate/gate.hpp"

// The part of the gate that menus pass.
namespace native {
namespace {

constexpr Operation kReadingMenus{Operation::Kind::kReadElements};
constexpr int kMaxWindows = 8;  // of a process whose menus are looked for

bool is_unsupported(const Error& error) { return error.code == "UNSUPPORTED"; }

// Returns the windows whose menus may be meant, the front-most first.
std::vector<std::uint64_t> candidates(const ElementScope& scope) {
  std::vector<std::uint64_t> found;
  for (const Window& window : scope.windows)
    if (!window.pop_up && scope.is_wanted(window.id) && !scope.is_hidden(window.id) &&
        found.size() < kMaxWindows)
      found.push_back(window.id);
  return found;
}

ActRecord record_of(const char* name, const ElementsOf& target) {
  ActRecord record;
  record.name = name;
  if (target.windows.size() == 1)
    record.window = target.windows.front();
  else
    record.pid = target.pid;
  return record;
}

bool has_menus(const MenuSearch& search) {
  return search.item || search.failed_at > 0 || !search.level.items.empty();
}

}  // namespace

MaskMenuItem Gate::menu_mask(const Caller& caller) {
  return [this, rules = policy_->rules(), kind = caller.kind](MenuItem& item) {
    masks_.mask(item.name, *rules, kind);
  };
}

void Gate::with_menus(Desktop& desktop, Elements& elements, const Caller& caller,
                      const ElementsOf& target, bool may_open, const Act& act,
                      const MenuWork& work) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  const ElementScope scope = element_scope(desktop, caller, target, *rules, act.deadline);
  std::optional<Error> why;
  for (const std::uint64_t window : candidates(scope)) {
    const MenuWish wish{window, desktop.windows().menu_export(window, act.deadline), may_open};
    try {
      const std::unique_ptr<MenuSource> source = elements.menus(scope, wish, act);
      if (work(*source)) return;
    } catch (const Error& error) {
      if (!is_unsupported(error)) throw;
      why = error;
    }
  }
  if (why) throw Error(*why);
  throw Error("UNSUPPORTED", "process " + std::to_string(scope.pid) + " shows no menus",
              "Look at its windows with `see`, and click what they have.",
              {{"reason", "no menus"}});
}

// Reads without opening anything first. What must be opened is, when the policy and the person let
// us act; else it stays closed.
void Gate::read_menus_of(Desktop& desktop, Elements& elements, const Caller& caller,
                         const ElementsOf& target, const Act& act, const MenuWork& work,
                         const std::function<bool()>& needs_opening) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  policy_->admit(caller, kReadingMenus, *rules);
  refuse_when_covered(desktop, caller, *rules, act.deadline);
  with_menus(desktop, elements, caller, target, false, act, work);
  if (needs_opening()) {
    try {
      this->act(desktop, caller, record_of("open menu", target), act,
                [&](Desktop& same, const Act& granted) {
                  with_menus(same, elements, caller, target, true, granted, work);
                });
    } catch (const Error& error) {
      if (error.code != "POLICY_DENIED" && error.code != "INTERRUPTED") throw;
    }
  }
  policy_->confirm(caller, kReadingMenus, *policy_->rules());
}

MenuListing Gate::menus(Desktop& desktop, Elements& elements, const Caller& caller,
                        const ElementsOf& target, const MenuLimits& limits, const Act& act) {
  MenuListing listing;
  read_menus_of(
      desktop, elements, caller, target, act,
      [&](MenuSource& source) {
        listing = read_menus(source, limits, menu_mask(caller));
        return !listing.tree.items.empty() || has_menus(listing.search);
      },
      [&] { return listing.tree.closed > 0 || listing.search.closed; });
  return listing;
}

MenuSearch Gate::find_menu_item(Desktop& desktop, Elements& elements, const Caller& caller,
                                const ElementsOf& target, const std::vector<std::string>& names,
                                const Act& act) {
  MenuSearch search;
  read_menus_of(
      desktop, elements, caller, target, act,
      [&](MenuSource& source) {
        search = native::find_menu_item(source, names, menu_mask(caller));
        return has_menus(search);
      },
      [&] { return search.closed; });
  return search;
}

MenuChoice Gate::choose_menu_item(Desktop& desktop, Elements& elements, const Caller& caller,
                                  const ElementsOf& target, const std::vector<std::string>& names,
                                  Act act) {
  MenuChoice choice;
  this->act(desktop, caller, record_of("choose menu item", target), std::move(act),
            [&](Desktop& same, const Act& granted) {
              with_menus(same, elements, caller, target, true, granted, [&](MenuSource& source) {
                choice = choose_in(source, names, menu_mask(caller));
                return has_menus(choice.search);
              });
            });
  return choice;
}

}  // namespace native
