#include "native/desktop/tray.hpp"

#include <mutex>
#include <utility>

#include "native/lua/bridge/menu_records.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/modules/modules.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

// The state of the module: trays for worker threads, of which each job borrows one.
class Shared {
 public:
  Shared(std::shared_ptr<DesktopService> service, OpenTray open)
      : host(std::move(service)), open_(std::move(open)) {}

  // Calls `work` with a tray that nobody else uses.
  template <class Work>
  Value with_tray(const Work& work) {
    std::unique_ptr<Tray> tray = take();
    const Return back{*this, tray};
    return work(*tray);
  }

  const std::shared_ptr<DesktopService> host;

 private:
  struct Return {
    Shared& shared;
    std::unique_ptr<Tray>& tray;
    ~Return() {
      const std::lock_guard lock(shared.mutex_);
      shared.free_.push_back(std::move(tray));
    }
  };
  std::unique_ptr<Tray> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return open_();
    std::unique_ptr<Tray> tray = std::move(free_.back());
    free_.pop_back();
    return tray;
  }

  const OpenTray open_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Tray>> free_;
};

// What every operation on icons needs.
struct TrayRequest {
  std::shared_ptr<Shared> shared;
  std::shared_ptr<Gate> gate;
  Caller caller;
  Deadline deadline;

  Act act(const std::function<void()>& check) const {
    Act act;
    act.deadline = deadline;
    act.check = check;
    return act;
  }
};

TrayRequest tray_request_of(const Args& args, std::size_t options_at) {
  const auto shared = args.shared_self<Shared>();
  const double timeout = args.options(options_at).number("timeout", 0);
  return {shared, shared->host->gate(), DesktopService::caller(args.call()),
          shared->host->deadline(args.call(), timeout)};
}

using OnTray = std::function<Value(Desktop&, Tray&, const Act&)>;

// Runs work on a tray on a thread that may wait for programs.
Task<Value> run(TrayRequest request, OnTray work) {
  std::function<Value(Desktop&, Elements&, const std::function<void()>&)> job =
      [request, work = std::move(work)](Desktop& desktop, Elements&,
                                        const std::function<void()>& check) {
        return request.shared->with_tray(
            [&](Tray& tray) { return work(desktop, tray, request.act(check)); });
      };
  Task<Value> running =
      request.shared->host->on_element_waits<Value>(std::move(job), request.deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> items(Args args) {
  const TrayRequest request = tray_request_of(args, 1);
  OnTray work = [=](Desktop& desktop, Tray& tray, const Act& act) {
    Value::List list;
    for (const TrayItem& item :
         request.gate->tray_items(desktop, tray, request.caller, act.deadline))
      list.push_back(to_value(item));
    return Value(std::move(list));
  };
  Task<Value> running = run(request, std::move(work));
  Value result = co_await std::move(running);
  co_return result;
}

const char* name_of(Tray::Clicked clicked) {
  if (clicked == Tray::Clicked::kActivated) return "activated";
  return clicked == Tray::Clicked::kOpenedMenu ? "menu opened" : "menu";
}

Task<Results> click(Args args) {
  const TrayRequest request = tray_request_of(args, 2);
  const std::string id = args.string(1);
  OnTray work = [=](Desktop& desktop, Tray& tray, const Act& act) {
    return Value(name_of(request.gate->click_tray_item(desktop, tray, request.caller, id, act)));
  };
  Task<Value> running = run(request, std::move(work));
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> item_tree(Args args) {
  const TrayRequest request = tray_request_of(args, 2);
  const std::string id = args.string(1);
  const MenuLimits limits = menu_limits(args.options(2));
  OnTray work = [=](Desktop& desktop, Tray& tray, const Act& act) {
    return to_value(request.gate->tray_menu(desktop, tray, request.caller, id, limits, act),
                    limits);
  };
  Task<Value> running = run(request, std::move(work));
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> find_item(Args args) {
  const TrayRequest request = tray_request_of(args, 3);
  const std::string id = args.string(1);
  const std::vector<std::string> names = menu_names(args.string(2));
  OnTray work = [=](Desktop& desktop, Tray& tray, const Act& act) {
    return to_value(
        request.gate->find_tray_menu_item(desktop, tray, request.caller, id, names, act), names);
  };
  Task<Value> running = run(request, std::move(work));
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> choose_item(Args args) {
  const TrayRequest request = tray_request_of(args, 3);
  const std::string id = args.string(1);
  const std::vector<std::string> names = menu_names(args.string(2));
  OnTray work = [=](Desktop& desktop, Tray& tray, const Act& act) {
    return to_value(
        request.gate->choose_tray_menu_item(desktop, tray, request.caller, id, names, act), names);
  };
  Task<Value> running = run(request, std::move(work));
  Value result = co_await std::move(running);
  co_return result;
}

constexpr Parameter kIdentifier{"identifier", "string",
                                "Its description, title, program's name for it, or process; letter "
                                "case makes no difference where one fits."};
constexpr Parameter kItemId{"id", "string", "As tray.items gives it."};
constexpr Parameter kItemPath{"path", "string", "As for menu.find."};
constexpr Parameter kLevelsOfItem{"depth", "integer",
                                  "How deep, from 1 for the items at the top alone."};
constexpr Parameter kBelowItem{
    "path", "string", "Only what is in the item at the end of this path, as for menu.find."};
constexpr Parameter kMaxTrayItems{"max_items", "integer",
                                  "How many at most, up to 5000. Default 2000."};

constexpr Function kTray[] = {
    {.call = "tray.items",
     .text = "The icons in the tray of the panel: those on the session bus "
             "(StatusNotifierItem), then those that are windows (XEmbed), from left to right. "
             "PROVIDER_UNAVAILABLE when no panel takes any.",
     .options = {kTimeout},
     .results = {{"tray_item[]"}},
     .errors = {"PROVIDER_UNAVAILABLE", "POLICY_DENIED", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"tray_icons_by_name"}},
    {.call = "tray.click",
     .text = "Clicks an icon. Gives \"activated\"; \"menu opened\" when its program shows a menu "
             "instead; \"menu\" when it has nothing but a menu that the panel would draw: see "
             "tray.menu.",
     .parameters = {kIdentifier},
     .options = {kTimeout},
     .results = {{"\"activated\"|\"menu opened\"|\"menu\""}},
     .errors = {"ELEMENT_NOT_FOUND", "AMBIGUOUS_ELEMENT", "PROVIDER_UNAVAILABLE", "INTERRUPTED",
                "POLICY_DENIED", "UNSUPPORTED", "WINDOW_NOT_FOUND", "DISPLAY_UNAVAILABLE",
                "TIMEOUT"},
     .work = Function::Scripted{"tray_icons_by_name"}},
    {.call = "tray.menu",
     .text = "The menu of an icon on the session bus; nothing is shown.",
     .parameters = {kIdentifier},
     .options = {kBelowItem, kLevelsOfItem, kMaxTrayItems, kTimeout},
     .results = {{"menu_tree"}},
     .errors = {"ELEMENT_NOT_FOUND", "AMBIGUOUS_ELEMENT", "PROVIDER_UNAVAILABLE", "POLICY_DENIED",
                "UNSUPPORTED", "WINDOW_NOT_FOUND", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"tray_icons_by_name"}},
    {.call = "tray.find",
     .text = "An item of the menu of an icon as it is now.",
     .parameters = {kIdentifier, kItemPath},
     .options = {kTimeout},
     .results = {{"menu_item"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_NOT_FOUND", "AMBIGUOUS_ELEMENT",
                "PROVIDER_UNAVAILABLE", "POLICY_DENIED", "UNSUPPORTED", "WINDOW_NOT_FOUND",
                "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"tray_icons_by_name"}},
    {.call = "tray.choose",
     .text = "Chooses an item of the menu of an icon, as menu.choose.",
     .parameters = {kIdentifier, kItemPath},
     .options = {kTimeout},
     .results = {{"menu_item"}, {"boolean"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_NOT_FOUND", "AMBIGUOUS_ELEMENT",
                "PROVIDER_UNAVAILABLE", "INTERRUPTED", "POLICY_DENIED", "UNSUPPORTED",
                "WINDOW_NOT_FOUND", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"tray_icons_by_name"}},
};

constexpr Function kTrayIcons[] = {
    {.call = "tray_icons.items",
     .text = "As tray.items.",
     .options = {kTimeout},
     .results = {{"tray_item[]"}},
     .errors = {"PROVIDER_UNAVAILABLE", "TIMEOUT"},
     .work = items},
    {.call = "tray_icons.click",
     .text = "As tray.click.",
     .parameters = {kItemId},
     .options = {kTimeout},
     .results = {{"string"}},
     .errors = {"ELEMENT_NOT_FOUND", "INTERRUPTED", "UNSUPPORTED", "TIMEOUT"},
     .work = click},
    {.call = "tray_icons.tree",
     .text = "As tray.menu; what came of the path, as menus.find, when it leads nowhere.",
     .parameters = {kItemId},
     .options = {kBelowItem, kLevelsOfItem, kMaxTrayItems, kTimeout},
     .results = {{"menu_tree"}},
     .errors = {"ELEMENT_NOT_FOUND", "UNSUPPORTED", "TIMEOUT"},
     .work = item_tree},
    {.call = "tray_icons.find",
     .text = "As menus.find, in the menu of an icon.",
     .parameters = {kItemId, kItemPath},
     .options = {kTimeout},
     .results = {{"table", "As menus.find."}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_NOT_FOUND", "UNSUPPORTED", "TIMEOUT"},
     .work = find_item},
    {.call = "tray_icons.choose",
     .text = "As menus.choose, in the menu of an icon.",
     .parameters = {kItemId, kItemPath},
     .options = {kTimeout},
     .results = {{"table", "As menus.choose."}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_NOT_FOUND", "INTERRUPTED", "UNSUPPORTED", "TIMEOUT"},
     .work = choose_item},
};

}  // namespace

Module tray_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "tray",
                .functions = kTray,
                .self = std::move(host),
                .about = "Icons in the panel, and their menus."};
}

Module tray_icons_module(std::shared_ptr<DesktopService> host, OpenTray open) {
  auto shared = std::make_shared<Shared>(std::move(host), std::move(open));
  return Module{.name = "tray_icons", .functions = kTrayIcons, .self = std::move(shared)};
}

}  // namespace native
