#include "native/gate/safeguards.hpp"

#include <algorithm>

#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "native/policy/effect.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/core/value/settings.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr std::int64_t kMaxEntries = 10'000;
constexpr double kAnswerTime = 60;  // seconds that the person has
constexpr double kMaxAnswerTime = 600;
constexpr double kServicePatience = 1;  // seconds in which a service must say what it is

// The state of the module, shared by its functions.
struct SharedSafeguards {
  std::shared_ptr<DesktopService> host;
  std::shared_ptr<runtime::Workers> io;
  std::shared_ptr<Safeguards> safeguards;
};

std::function<Value()> guarded(std::shared_ptr<SharedSafeguards> shared,
                               std::function<Value(Safeguards&)> work) {
  return [shared = std::move(shared), work = std::move(work)] {
    try {
      return work(*shared->safeguards);
    } catch (const Error& error) {
      rethrow(error);
    }
  };
}

// Runs work that may take long on a thread for computing.
Task<Results> on_thread(std::shared_ptr<SharedSafeguards> shared,
                        std::function<Value(Safeguards&)> work) {
  const std::shared_ptr<DesktopService> host = shared->host;
  std::function<Value()> job = guarded(std::move(shared), std::move(work));
  Task<Value> running = host->on_cpu<Value>(std::move(job));
  Value result = co_await std::move(running);
  co_return result;
}

const char* name_of(LockState::Kind kind) {
  switch (kind) {
    case LockState::Kind::kLocked:
      return "locked";
    case LockState::Kind::kUnknown:
      return "unknown";
    default:
      return "unlocked";
  }
}

Task<Results> safeguard_status(Args args) {
  return on_thread(args.shared_self<SharedSafeguards>(), [](Safeguards& guards) {
    const LockState lock = guards.lock_state();
    Value result;
    result.set("stopped", guards.stop.is_set()).set("lock", name_of(lock.kind));
    if (!lock.reason.empty()) result.set("lock_reason", lock.reason);
    result.set("audit_path", guards.audit.path());
    return result;
  });
}

Results note(const Args& args) {
  const std::string text = args.self<SharedSafeguards>().safeguards->note();
  return text.empty() ? Value() : Value(text);
}

Results epoch(const Args& args) {
  return Value(static_cast<std::int64_t>(args.self<SharedSafeguards>().safeguards->epoch()));
}

Task<Results> nothing() { co_return Results(); }

// Appends on the thread that has just written the picture: another one would have to start first.
Task<Results> append(std::shared_ptr<SharedSafeguards> shared, AuditEntry entry) {
  const std::shared_ptr<runtime::Workers> io = shared->io;
  std::function<Value()> job =
      guarded(std::move(shared), [entry = std::move(entry)](Safeguards& guards) {
        guards.audit.append(entry);
        return Value();
      });
  Task<Value> running = wait_for<Value>(io.get(), std::move(job));
  Value result = co_await std::move(running);
  co_return result;
}

// Logs what becomes of a picture after its capture.
Task<Results> audit(Args args) {
  const runtime::Options options = args.options(1);
  AuditEntry entry;
  entry.operation = options.string("operation", "");
  entry.file = options.string("file", "");
  entry.provider = options.string("provider", "");
  entry.result = options.string("result", "success");
  entry.caller = DesktopService::caller(args.call());
  const auto shared = args.shared_self<SharedSafeguards>();
  if (!shared->host->gate()->rules()->of(entry.caller.kind).audited) return nothing();
  return append(shared, std::move(entry));
}

Task<Results> audit_last(Args args) {
  const std::int64_t count = args.integer(1);
  if (count < 1 || count > kMaxEntries) args.wrong(1, "a number from 1 to 10000");
  return on_thread(args.shared_self<SharedSafeguards>(), [count](Safeguards& guards) {
    Value::List entries;
    for (Value& entry : guards.audit.last(static_cast<std::size_t>(count)))
      entries.push_back(std::move(entry));
    return Value(std::move(entries));
  });
}

Task<Results> audit_verify(Args args) {
  return on_thread(args.shared_self<SharedSafeguards>(), [](Safeguards& guards) {
    const AuditReport report = guards.audit.verify();
    Value result;
    result.set("entries", report.entries).set("files", report.files).set("torn", report.torn);
    if (!report.fault.empty())
      result.set("fault", report.fault).set("file", report.file).set("line", report.line);
    return result;
  });
}

// Returns from which effect on the settings have the person asked; nothing: never. A word that is
// none is the careful choice.
std::optional<Effect> confirmed_by_settings() {
  const std::string word = runtime::settings::text("PEEKABOO_CONFIRM");
  if (word == "never") return std::nullopt;
  const std::optional<Effect> effect = effect_named(word);
  return effect && *effect != Effect::kNone ? effect : Effect::kReversible;
}

Task<Results> must_confirm(Args args) {
  const auto effect = effect_named(args.string(1));
  if (!effect) args.wrong(1, "\"none\", \"reversible\", \"input\" or \"destructive\"");
  const Caller caller = DesktopService::caller(args.call());
  const auto shared = args.shared_self<SharedSafeguards>();
  return on_thread(shared, [shared, caller, effect](Safeguards&) {
    const auto by_policy = shared->host->gate()->rules()->of(caller.kind).confirmed_from;
    return Value(needs_confirmation(*effect, stricter(confirmed_by_settings(), by_policy)));
  });
}

Task<Results> confirm(Args args) {
  const runtime::Options options = args.options(1);
  const Notification question{options.string("title", ""), options.string("text", "")};
  double seconds = options.number("timeout", 0);
  if (!(seconds > 0)) seconds = kAnswerTime;
  const auto shared = args.shared_self<SharedSafeguards>();
  Task<void> asking =
      shared->host->on_confirm(args.call(), question, std::min(seconds, kMaxAnswerTime));
  co_await std::move(asking);
  co_return Value(true);
}

Task<Results> notifications(Args args) {
  const auto shared = args.shared_self<SharedSafeguards>();
  return on_thread(shared, [shared](Safeguards&) {
    const NotificationService service =
        shared->host->gate()->notification_service(DesktopService::in(kServicePatience));
    Value result;
    result.set("available", service.available).set("buttons", service.has_buttons);
    result.set("detail", runtime::plain_line(service.detail));
    return result;
  });
}

Task<Results> window_for_keys(Args args) {
  const auto shared = args.shared_self<SharedSafeguards>();
  co_await shared->host->admit(args.call(), Operation::Kind::kListWindows);
  const Caller caller = DesktopService::caller(args.call());
  const Deadline deadline = shared->host->deadline(args.call(), 0);
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    const auto window = shared->host->gate()->window_for_keys(desktop, caller, deadline);
    return window ? to_value(*window) : Value();
  };
  Task<Value> running = shared->host->on_desktop<Value>(std::move(work), deadline);
  Value window = co_await std::move(running);
  co_return window;
}

Task<Results> keep_window_for_keys(Args args) {
  const auto shared = args.shared_self<SharedSafeguards>();
  const auto id = static_cast<std::uint64_t>(args.integer(1));
  const Caller caller = DesktopService::caller(args.call());
  const Deadline deadline = shared->host->deadline(args.call(), 0);
  std::function<bool(Desktop&)> work = [=](Desktop& desktop) {
    shared->host->gate()->keep_window_for_keys(desktop, caller, id, deadline);
    return true;
  };
  Task<bool> running = shared->host->on_desktop<bool>(std::move(work), deadline);
  co_await std::move(running);
  co_return Results();
}

Task<Results> raise_for_picture(Args args) {
  const auto shared = args.shared_self<SharedSafeguards>();
  const auto id = static_cast<std::uint64_t>(args.integer(1));
  const Caller caller = DesktopService::caller(args.call());
  const Deadline deadline = shared->host->deadline(args.call(), args.number(2));
  std::function<bool(Desktop&)> work = [=](Desktop& desktop) {
    shared->host->gate()->activate(desktop, caller, id, Gate::RaisedFor::kPicture, deadline);
    return true;
  };
  Task<bool> running = shared->host->on_desktop<bool>(std::move(work), deadline);
  co_await std::move(running);
  co_return Results();
}

constexpr Function kSafeguards[] = {
    {.call = "safeguards.status",
     .text = "Whether `peekaboo stop` has stopped captures, whether the session of the display is "
             "\"locked\", \"unlocked\" or \"unknown\", and where the audit log is.",
     .results = {{"table", "{stopped, lock, lock_reason?, audit_path}"}},
     .work = safeguard_status},
    {.call = "safeguards.note",
     .text = "Why it is not known whether the session was locked during the last capture, or nil.",
     .results = {{"string?", "reason"}},
     .work = note},
    {.call = "safeguards.epoch",
     .text = "A number that differs once captures were stopped, or refused for the lock.",
     .results = {{"integer"}},
     .work = epoch},
    {.call = "safeguards.audit",
     .text = "Logs what becomes of a picture, where the policy has an audit log for the caller.",
     .options = {{"operation", "string", "\"save\" or \"analyze\"."},
                 {"file", "string", "Where it was saved."},
                 {"provider", "string", "Who is asked about it."},
                 {"result", "string", "\"success\" (default), or the code of the error."}},
     .errors = {"FILE_IO_ERROR"},
     .work = audit},
    {.call = "safeguards.audit_last",
     .text = "The last entries of the audit log, the oldest first; a line that is no JSON is "
             "{fault}.",
     .parameters = {{"count", "integer", "How many, 1 to 10000."}},
     .results = {{"table[]", "{entry}"}},
     .errors = {"FILE_IO_ERROR"},
     .work = audit_last},
    {.call = "safeguards.audit_verify",
     .text = "Looks through the whole audit log; fault, file and line say what is not as it was "
             "written. torn: its last line is not complete.",
     .results = {{"table", "{entries, files, torn, fault?, file?, line?}"}},
     .errors = {"FILE_IO_ERROR"},
     .work = audit_verify},
    {.call = "safeguards.must_confirm",
     .text = "Whether the person must allow an act first, by PEEKABOO_CONFIRM and the policy.",
     .parameters = {{"effect", "\"none\"|\"reversible\"|\"input\"|\"destructive\"",
                     "What it may do."}},
     .results = {{"boolean"}},
     .work = must_confirm},
    {.call = "safeguards.confirm",
     .text = "Asks the person at the desktop by a notification with two buttons, and raises "
             "NOT_CONFIRMED unless they allow it. Nothing acts meanwhile. The time that it takes "
             "does not count as the call's.",
     .options = {{"title", "string", "One line: what is to be done.", Parameter::kNeeded},
                 {"text", "string", "What it means; lines."},
                 {"timeout", "number", "Seconds for the answer. Default 60, at most 600."}},
     .results = {{"boolean", "true"}},
     .errors = {"INTERRUPTED", "NOT_CONFIRMED", "POLICY_DENIED", "TIMEOUT"},
     .work = confirm},
    {.call = "safeguards.window_for_keys",
     .text = "The window that keys without one are for: that of the caller's last act, else one of "
             "its process, or the one in front where there was no act; nil when there is none. "
             "FOCUS_REFUSED when the last act's program shows no window any more.",
     .results = {{"window?"}},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "TIMEOUT"},
     .work = window_for_keys},
    {.call = "safeguards.keep_window_for_keys",
     .text = "Makes a window the one of the caller's last act.",
     .parameters = {{"id", "integer", "0: there is none any more."}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = keep_window_for_keys},
    {.call = "safeguards.raise_for_picture",
     .text =
         "Raises and focuses a window, as window.focus, for a picture: allowed where acts are not.",
     .parameters = {{"id", "integer", "That of the window."},
                    {"seconds", "number", "For the window manager to confirm it."}},
     .errors = {"DISPLAY_UNAVAILABLE", "POLICY_DENIED", "TIMEOUT", "WINDOW_NOT_FOUND"},
     .work = raise_for_picture},
    {.call = "safeguards.notifications",
     .text = "What shows notifications on this desktop; buttons: it can ask, too.",
     .results = {{"table", "{available, buttons, detail}"}},
     .work = notifications},
};

Results set(const Args& args) {
  args.self<Safeguards>().stop.set();
  return Results();
}

Results clear(const Args& args) {
  args.self<Safeguards>().stop.clear();
  return Results();
}

Results is_set(const Args& args) { return Value(args.self<Safeguards>().stop.is_set()); }

constexpr Function kStopSwitch[] = {
    {.call = "stop_switch.set",
     .text = "Stops every process of the user from looking.",
     .errors = {"FILE_IO_ERROR"},
     .work = set},
    {.call = "stop_switch.clear",
     .text = "Lets them look again.",
     .errors = {"FILE_IO_ERROR"},
     .work = clear},
    {.call = "stop_switch.is_set",
     .text = "Whether they are stopped.",
     .results = {{"boolean"}},
     .work = is_set},
};

}  // namespace

Module safeguards_module(std::shared_ptr<DesktopService> host, std::shared_ptr<runtime::Workers> io,
                         std::shared_ptr<Safeguards> safeguards) {
  auto shared = std::make_shared<SharedSafeguards>(
      SharedSafeguards{std::move(host), std::move(io), std::move(safeguards)});
  return Module{.name = "safeguards", .functions = kSafeguards, .self = std::move(shared)};
}

Module stop_module(std::shared_ptr<Safeguards> safeguards) {
  return Module{.name = "stop_switch", .functions = kStopSwitch, .self = std::move(safeguards)};
}

}  // namespace native
