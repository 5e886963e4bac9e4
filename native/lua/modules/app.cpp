#include "native/gate/gate.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
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

Value texts(const std::vector<std::string>& list) {
  Value::List items;
  for (const std::string& text : list) items.push_back(Value(text));
  return Value(std::move(items));
}

Value to_list(const std::vector<App>& apps, bool with_names) {
  Value::List items;
  for (const App& app : apps) {
    Value value = to_value(app);
    if (with_names)
      value.set("names", texts(app.names)).set("generic_names", texts(app.generic_names));
    items.push_back(std::move(value));
  }
  return Value(std::move(items));
}

Task<Results> list(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kListApplications);
  const Options options = args.options(1);
  const bool with_windows = options.boolean("windows", false);
  const bool with_names = options.boolean("names", false);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Results(Desktop&)> work = [=](Desktop& desktop) {
    std::vector<Window> windows;
    std::vector<Value> lists;
    lists.push_back(
        to_list(gate->applications(desktop, caller, deadline, with_windows ? &windows : nullptr),
                with_names));
    if (with_windows) lists.push_back(native::to_list(windows));
    return Results(std::move(lists));
  };
  Task<Results> running = host.on_desktop<Results>(std::move(work), deadline);
  Results lists = co_await std::move(running);
  co_return lists;
}

Task<Results> admit_launch(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kControlWindow);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  const Options options = args.options(1);
  const std::string name = options.string("name", ""),
                    executable = options.string("executable", ""),
                    id = options.string("bundle_id", "");
  const std::shared_ptr<Gate> gate = host.gate();
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    gate->refuse_launch(caller, {"", executable, executable, name, executable, id});
    Value variables = Value::Record{};
    for (const auto& [variable, value] : desktop.variables())
      if (!value.empty()) variables.set(variable, value);
    return variables;
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value variables = co_await std::move(running);
  co_return variables;
}

Task<Results> activate(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kControlWindow);
  const std::string id = args.string(1);
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  std::function<Value(SessionServices&)> work = [id, deadline](SessionServices& services) {
    return Value(services.programs().activate(id, deadline));
  };
  Task<Value> running = host.on_services<Value>(std::move(work), deadline);
  Value pid = co_await std::move(running);
  co_return pid;
}

Task<Results> give_scope(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kControlWindow);
  const std::string id = args.string(1);
  const std::int64_t pid = args.integer(2);
  const Deadline deadline = host.deadline(args.call(), args.options(3).number("timeout", 0));
  std::function<bool(SessionServices&)> work = [id, pid, deadline](SessionServices& services) {
    return services.programs().give_scope(id, pid, deadline);
  };
  Task<bool> running = host.on_services<bool>(std::move(work), deadline);
  const bool taken = co_await std::move(running);
  co_return Value(taken);
}

constexpr Function kLaunching[] = {
    {.call = "launching.admit",
     .text = "Raises what the policy has against starting a program; else gives the variables by "
             "which it finds the desktop.",
     .options = {{"name", "string", "The name that menus show."},
                 {"executable", "string", "The base name of the program."},
                 {"bundle_id", "string", "The id of the desktop entry."},
                 kTimeout},
     .results = {{"table<string, string>"}},
     .errors = {"DISPLAY_UNAVAILABLE", "POLICY_DENIED", "TIMEOUT"},
     .work = admit_launch},
    {.call = "launching.activate",
     .text = "Has the session bus start an application, or a running one show its window. Gives "
             "its process, 0 when that is not known.",
     .parameters = {{"id", "string", "Of the desktop entry."}},
     .options = {kTimeout},
     .results = {{"integer"}},
     .errors = {"POLICY_DENIED", "TIMEOUT", "UNSUPPORTED"},
     .work = activate},
    {.call = "launching.give_scope",
     .text = "Moves a process that was just started into a scope of its own where systemd looks "
             "after the session. Gives whether it has.",
     .parameters = {{"id", "string", "Of the desktop entry."}, {"pid", "integer", "The process."}},
     .options = {kTimeout},
     .results = {{"boolean"}},
     .errors = {"POLICY_DENIED", "TIMEOUT"},
     .work = give_scope},
};

constexpr Function kAppFunctions[] = {
    {.call = "app.list",
     .text = "Applications with windows, by name: {name, bundle_id, executable, pid, active, "
             "window_count, windows}. bundle_id is the desktop entry's id; window_count counts "
             "windows on the screen, windows are the ids of all, front-most first. One process may "
             "be several applications, as an office suite is. windows = true: also what "
             "window.list() gives, of the same moment; names = true: the records also have names "
             "and generic_names, by which they can be found.",
     .options = {{"windows", "boolean", "true: give the windows too."},
                 {"names", "boolean", "true: give their other names too."},
                 kTimeout},
     .results = {{"app[]"}, {"window[]?"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = list},
    {.call = "app.launch",
     .text = "Starts an installed application by the name that menus show, from its desktop entry "
             "and without a shell. Gives its window once it has come, or that of a running "
             "instance that took over; nil when it runs without one after 10 seconds. "
             "EFFECT_NOT_SEEN when it has ended at once.",
     .parameters = {{"name", "string", "As menus show it, or its id."}},
     .results = {{"window?"}},
     .errors = {"APP_NOT_FOUND", "AMBIGUOUS_APP_IDENTIFIER", "INVALID_ARGUMENT", "POLICY_DENIED",
                "EFFECT_NOT_SEEN", "UNSUPPORTED", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"app_acts"}},
    {.call = "app.quit",
     .text = "Asks every window of an application to close, and waits 5 seconds for its processes "
             "to end. What a program asks instead is EFFECT_NOT_SEEN with details.dialog, a "
             "window. Nothing is killed.",
     .parameters = {{"name", "string",
                     "As `app_target` of the image tool: a name or \"PID:663\"."}},
     .errors = {"APP_NOT_FOUND", "AMBIGUOUS_APP_IDENTIFIER", "INVALID_ARGUMENT", "POLICY_DENIED",
                "EFFECT_NOT_SEEN", "INTERRUPTED", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"app_acts"}},
};

}  // namespace

Module app_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "app",
                .functions = kAppFunctions,
                .self = std::move(host),
                .about = "The applications."};
}

Module launching_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "launching", .functions = kLaunching, .self = std::move(host)};
}

}  // namespace native
