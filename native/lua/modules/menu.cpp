#include <algorithm>
#include <utility>

#include "native/desktop/menu_path.hpp"
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

// What every operation on menus needs.
struct Request {
  std::shared_ptr<Gate> gate;
  Caller caller;
  ElementsOf target;
  Deadline deadline;

  Act act(const std::function<void()>& check) const {
    Act act;
    act.deadline = deadline;
    act.check = check;
    return act;
  }
};

Request request_of(const Args& args, std::size_t options_at) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(options_at);
  Request request{host.gate(), DesktopService::caller(args.call()), {args.integer(1)}, {}};
  if (const auto* list = options["windows"].list())
    for (const Value& each : *list)
      if (const auto* id = each.as<std::int64_t>())
        request.target.windows.push_back(static_cast<std::uint64_t>(*id));
  request.deadline = host.deadline(args.call(), options.number("timeout", 0));
  return request;
}

using Work = std::function<Value(Desktop&, Elements&, const std::function<void()>&)>;

Task<Results> tree(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Request request = request_of(args, 2);
  const MenuLimits limits = menu_limits(args.options(2));
  Work work = [=](Desktop& desktop, Elements& elements, const std::function<void()>& check) {
    return to_value(request.gate->menus(desktop, elements, request.caller, request.target, limits,
                                        request.act(check)),
                    limits);
  };
  Task<Value> running = host.on_element_waits<Value>(std::move(work), request.deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> find(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Request request = request_of(args, 3);
  const std::vector<std::string> names = menu_names(args.string(2));
  Work work = [=](Desktop& desktop, Elements& elements, const std::function<void()>& check) {
    return to_value(request.gate->find_menu_item(desktop, elements, request.caller, request.target,
                                                 names, request.act(check)),
                    names);
  };
  Task<Value> running = host.on_element_waits<Value>(std::move(work), request.deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> choose(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Request request = request_of(args, 3);
  const std::vector<std::string> names = menu_names(args.string(2));
  Work work = [=](Desktop& desktop, Elements& elements, const std::function<void()>& check) {
    return to_value(request.gate->choose_menu_item(desktop, elements, request.caller,
                                                   request.target, names, request.act(check)),
                    names);
  };
  Task<Value> running = host.on_element_waits<Value>(std::move(work), request.deadline);
  Value result = co_await std::move(running);
  co_return result;
}

constexpr Parameter kAppOfMenu{"app", "string",
                               "As `app_target` of the image tool: a name or \"PID:663\"."};
constexpr Parameter kWindowOfMenu{"window", "integer", "The id of a window."};
constexpr Parameter kMenuDepth{"depth", "integer", "How deep, from 1 for the menu bar alone."};
constexpr Parameter kBelow{"path", "string",
                           "Only what is in the item at the end of this path, as for menu.find."};
constexpr Parameter kMaxItems{"max_items", "integer",
                              "How many at most, up to 5000. Default 2000."};
constexpr Parameter kPath{"path", "string",
                          "Names with > between: \"File > Save As...\". Letter case, mnemonics and "
                          "final dots make no difference where one item fits; \\> is > in a name."};
constexpr Parameter kPid{"pid", "integer", "The process; 0 where windows are given."};
constexpr Parameter kWindows{"windows", "integer[]", "Only of these, which are of one process."};

constexpr Function kMenu[] = {
    {.call = "menu.items",
     .text =
         "The menus of a window, or of the front-most window of an application that has some: "
         "as the program exports them, else as it describes them for accessibility. Without "
         "app and window: of the window that has the focus. Each item comes before those in it. "
         "Closed menus stay closed, except those that are filled only when they open: these "
         "are opened, read and closed again.",
     .options = {kAppOfMenu, kWindowOfMenu, kBelow, kMenuDepth, kMaxItems, kTimeout},
     .results = {{"menu_tree"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_NOT_FOUND", "AMBIGUOUS_ELEMENT", "WINDOW_NOT_FOUND",
                "APP_NOT_FOUND", "AMBIGUOUS_APP_IDENTIFIER", "POLICY_DENIED", "UNSUPPORTED",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"menu_items"}},
    {.call = "menu.find",
     .text = "An item of a menu as it is now. ELEMENT_NOT_FOUND says what there is instead, at the "
             "level that failed.",
     .parameters = {kPath},
     .options = {kAppOfMenu, kWindowOfMenu, kTimeout},
     .results = {{"menu_item"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_NOT_FOUND", "AMBIGUOUS_ELEMENT", "WINDOW_NOT_FOUND",
                "APP_NOT_FOUND", "AMBIGUOUS_APP_IDENTIFIER", "POLICY_DENIED", "UNSUPPORTED",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"menu_items"}},
    {.call = "menu.choose",
     .text = "Chooses an item of a menu, as a click on it would, without opening the menu. Gives "
             "the item as it was, and whether the program had answered: one that opens a dialog "
             "may answer only when that is closed.",
     .parameters = {kPath},
     .options = {kAppOfMenu, kWindowOfMenu, kTimeout},
     .results = {{"menu_item"}, {"boolean"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_NOT_FOUND", "AMBIGUOUS_ELEMENT", "INTERRUPTED",
                "WINDOW_NOT_FOUND", "APP_NOT_FOUND", "AMBIGUOUS_APP_IDENTIFIER", "POLICY_DENIED",
                "UNSUPPORTED", "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"menu_items"}},
};

constexpr Function kMenus[] = {
    {.call = "menus.tree",
     .text = "As menu.items; what came of the path, as menus.find, when it leads nowhere.",
     .parameters = {kPid},
     .options = {kWindows, kBelow, kMenuDepth, kMaxItems, kTimeout},
     .results = {{"menu_tree"}},
     .errors = {"WINDOW_NOT_FOUND", "TIMEOUT"},
     .work = tree},
    {.call = "menus.find",
     .text = "What came of following a path.",
     .parameters = {kPid, kPath},
     .options = {kWindows, kTimeout},
     .results = {{"table", "{item?, failed_at, alike, available, names, left_out, unread}"}},
     .errors = {"INVALID_ARGUMENT", "WINDOW_NOT_FOUND", "TIMEOUT"},
     .work = find},
    {.call = "menus.choose",
     .text = "What came of choosing the item at the end of a path.",
     .parameters = {kPid, kPath},
     .options = {kWindows, kTimeout},
     .results = {{"table", "As menus.find, with chosen and answered."}},
     .errors = {"INVALID_ARGUMENT", "INTERRUPTED", "WINDOW_NOT_FOUND", "TIMEOUT"},
     .work = choose},
};

}  // namespace

Module menu_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "menu",
                .functions = kMenu,
                .self = std::move(host),
                .about = "Items of the menus of programs."};
}

Module menus_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "menus", .functions = kMenus, .self = std::move(host)};
}

}  // namespace native
