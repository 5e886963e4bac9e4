#include "native/desktop/permissions.hpp"

#include "native/lua/bridge/parameters.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/value/plain_text.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr Parameter kPermissionName{"name", "string", "The permission, such as \"screens\"."};

using PermissionWork = std::function<Value(Permissions&, Deadline)>;

// Runs work on the permissions of the desktop.
Task<Results> on_permissions(std::shared_ptr<DesktopService> host, Deadline deadline,
                             PermissionWork work) {
  std::function<Value(Desktop&)> job = [deadline, work](Desktop& desktop) {
    return work(desktop.permissions(), deadline);
  };
  Task<Value> running = host->on_desktop<Value>(std::move(job), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> permission_call(const Args& args, std::size_t options, PermissionWork work) {
  auto host = args.shared_self<DesktopService>();
  const double seconds = options > 0 ? args.options(options).number("timeout", 0) : 0;
  // A person has more time than other calls.
  const Deadline deadline =
      seconds > 0 ? DesktopService::in(seconds) : host->deadline(args.call(), 0);
  return on_permissions(std::move(host), deadline, std::move(work));
}

Value permission_value(const Permission& permission) {
  Value row;
  row.set("name", permission.name).set("state", permission.state);
  row.set("detail", runtime::plain_line(permission.detail));
  if (!permission.remedy.empty()) row.set("remedy", runtime::plain_line(permission.remedy));
  return row;
}

Task<Results> list_permissions(Args args) {
  return permission_call(args, 1, [](Permissions& permissions, Deadline deadline) {
    Value rows = Value::List{};
    for (const Permission& each : permissions.list(deadline)) rows.push(permission_value(each));
    return rows;
  });
}

Task<Results> announce_permission(Args args) {
  return permission_call(args, 0,
                         [name = args.string(1)](Permissions& permissions, Deadline deadline) {
                           return Value(permissions.announcement(name, deadline));
                         });
}

Task<Results> grant_permission(Args args) {
  return permission_call(args, 2,
                         [name = args.string(1)](Permissions& permissions, Deadline deadline) {
                           permissions.grant(name, deadline);
                           return Value(true);
                         });
}

Task<Results> revoke_permission(Args args) {
  return permission_call(args, 0,
                         [name = args.string(1)](Permissions& permissions, Deadline deadline) {
                           return Value(permissions.revoke(name, deadline));
                         });
}

constexpr Function kPermissions[] = {
    {.call = "permissions.list",
     .text = "What a person must allow on this desktop: {name, state, detail, remedy} each.",
     .options = {kTimeout},
     .results = {{"table"}},
     .work = list_permissions},
    {.call = "permissions.announcement",
     .text = "What will happen when it is granted; \"\" when nothing will.",
     .parameters = {kPermissionName},
     .results = {{"string"}},
     .work = announce_permission},
    {.call = "permissions.grant",
     .text = "Has the desktop ask the person, and waits for the answer.",
     .parameters = {kPermissionName},
     .options = {kTimeout},
     .results = {{"boolean"}},
     .errors = {"PERMISSION_ERROR_SCREEN_RECORDING", "PERMISSION_ERROR_ACCESSIBILITY",
                "UNSUPPORTED", "TIMEOUT", "FILE_IO_ERROR"},
     .work = grant_permission},
    {.call = "permissions.revoke",
     .text = "Forgets it; whether there was anything to forget.",
     .parameters = {kPermissionName},
     .results = {{"boolean"}},
     .work = revoke_permission},
};

}  // namespace

Module permissions_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "permissions", .functions = kPermissions, .self = std::move(host)};
}

}  // namespace native
