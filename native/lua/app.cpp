#include "native/lua/modules.hpp"
#include "native/lua/records.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

Task<Results> list(Args args) {
  Host& host = args.self<Host>();
  const Deadline deadline = host.deadline(args.call(), args.options(1, {"timeout"}).number("timeout", 0));
  std::function<Value(Desktop&)> work = [deadline](Desktop& desktop) {
    return to_list(desktop.applications().applications(deadline));
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value apps = co_await std::move(running);
  co_return apps;
}

constexpr Function kApp[] = {
    {"list", "app.list({timeout}?) -> {app}",
     "Processes with windows, by name: {name, bundle_id, executable, pid, active, window_count}. bundle_id is the "
     "desktop entry's id; window_count counts windows on the screen.",
     list},
};

}  // namespace

Module app_module(std::shared_ptr<Host> host) { return Module{"app", kApp, std::move(host), Value()}; }

}  // namespace native
