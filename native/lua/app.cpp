#include "native/lua/modules.hpp"
#include "native/lua/records.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

Task<Results> list(Args args) {
  Host& host = args.self<Host>();
  const Options options = args.options(1, {"windows", "timeout"});
  const bool with_windows = options.boolean("windows", false);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  std::function<Results(Desktop&)> work = [=](Desktop& desktop) {
    std::vector<Window> windows;
    std::vector<Value> lists;
    lists.push_back(
        to_list(desktop.applications().applications(deadline, with_windows ? &windows : nullptr)));
    if (with_windows) lists.push_back(to_list(windows));
    return Results(std::move(lists));
  };
  Task<Results> running = host.on_desktop<Results>(std::move(work), deadline);
  Results lists = co_await std::move(running);
  co_return lists;
}

constexpr Function kApp[] = {
    {"list", "app.list({windows, timeout}?) -> {app}, {window}?",
     "Processes with windows, by name: {name, bundle_id, executable, pid, active, window_count}. "
     "bundle_id is the "
     "desktop entry's id; window_count counts windows on the screen. windows = true: also what "
     "window.list() gives, of "
     "the same moment.",
     list},
};

}  // namespace

Module app_module(std::shared_ptr<Host> host) {
  return Module{"app", kApp, std::move(host), Value()};
}

}  // namespace native
