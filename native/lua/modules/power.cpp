#include "native/desktop/providers/power.hpp"

#include <utility>

#include "native/desktop/providers/machine.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

Value to_value(const Battery& battery) {
  static const runtime::RecordKind kBattery("battery");
  Value value = kBattery.record();
  value.set("present", battery.present).set("percentage", battery.percentage);
  value.set("charging", battery.charging);
  if (battery.present) value.set("state", battery.state);
  value.set("source", battery.source);
  return value;
}

Value to_value(const Machine& machine) {
  static const runtime::RecordKind kMachine("machine");
  Value value = kMachine.record();
  value.set("system", runtime::plain_line(machine.system))
      .set("kernel", runtime::plain_line(machine.kernel));
  value.set("model", runtime::plain_line(machine.model))
      .set("processor", runtime::plain_line(machine.processor));
  value.set("processors", machine.processors).set("memory", machine.memory);
  return value;
}

Task<Results> battery(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kReadService);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<Value(SessionServices&)> work = [deadline](SessionServices& services) {
    return to_value(services.power().battery(deadline));
  };
  Task<Value> running = host.on_services<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> machine(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kReadService);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<Value(SessionServices&)> work = [](SessionServices& services) {
    return to_value(services.machine());
  };
  Task<Value> running = host.on_services<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

constexpr Function kPower[] = {
    {.call = "power.battery",
     .text = "The batteries that supply the machine, together. Without any, present is false and "
             "percentage 100. PROVIDER_UNAVAILABLE when UPower runs and does not answer, and the "
             "kernel knows no battery.",
     .options = {kTimeout},
     .results = {{"battery"}},
     .errors = {"POLICY_DENIED", "PROVIDER_UNAVAILABLE", "TIMEOUT"},
     .work = battery},
    {.call = "power.machine",
     .text = "What the machine is. What is not known is \"\" or 0; no serial number is told.",
     .options = {kTimeout},
     .results = {{"machine"}},
     .errors = {"POLICY_DENIED", "TIMEOUT"},
     .work = machine},
};

}  // namespace

Module power_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "power",
                .functions = kPower,
                .self = std::move(host),
                .about = "The machine and its batteries."};
}

}  // namespace native
