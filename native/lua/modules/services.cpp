#include "native/desktop/services.hpp"

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

constexpr double kPatience = 1;  // seconds for a bus, and for a service that is pinged

struct SharedServices {
  std::shared_ptr<DesktopService> host;
  std::shared_ptr<Services> services;
};

Value to_value(const ServiceState& state) {
  Value result;
  if (!state.fault.empty()) result.set("fault", state.fault);
  if (!state.owner.empty()) result.set("owner", state.owner);
  if (state.pid > 0) result.set("pid", state.pid);
  result.set("activatable", state.activatable).set("answers", state.answers);
  return result;
}

Task<Results> state(Args args) {
  const auto shared = args.shared_self<SharedServices>();
  const Options options = args.options(2);
  const std::string name = args.string(1);
  const BusKind bus =
      options.string("bus", "session") == "system" ? BusKind::kSystem : BusKind::kSession;
  const bool ping = options.boolean("ping", false);
  std::function<Value()> job = [shared, name, bus, ping] {
    return to_value(shared->services->state(bus, name, ping, DesktopService::in(kPatience)));
  };
  Task<Value> running = shared->host->on_cpu<Value>(std::move(job));
  Value result = co_await std::move(running);
  co_return result;
}

constexpr Function kServices[] = {
    {.call = "services.state",
     .text = "What a message bus says of a service, within a second. fault: why the bus cannot be "
             "asked; owner and pid: of the service when it runs; activatable: the bus would start "
             "it; answers: it has answered a ping.",
     .parameters = {{"name", "string", "The service's name on the bus."}},
     .options = {{"bus", "\"session\"|\"system\"", "Which bus. Default: \"session\"."},
                 {"ping", "boolean", "true: ask the service itself, too."}},
     .results = {{"table", "{fault?, owner?, pid?, activatable, answers}"}},
     .work = state},
};

}  // namespace

Module services_module(std::shared_ptr<DesktopService> host, std::shared_ptr<Services> services) {
  auto shared =
      std::make_shared<SharedServices>(SharedServices{std::move(host), std::move(services)});
  return Module{.name = "services", .functions = kServices, .self = std::move(shared)};
}

}  // namespace native
