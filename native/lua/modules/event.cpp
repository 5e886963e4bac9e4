#include <signal.h>

#include <array>

#include "native/lua/bridge/event_hub.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/io/signal_watch.hpp"
#include "runtime/core/value/edit_distance.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Object;
using runtime::ObjectType;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

// The kinds, by the names that scripts use.
struct Kind {
  const char* name;
  Event::Kind kind;
};
constexpr std::array<Kind, 9> kKinds = {{{"window.opened", Event::Kind::kOpened},
                                         {"window.closed", Event::Kind::kClosed},
                                         {"window.focused", Event::Kind::kFocused},
                                         {"window.title_changed", Event::Kind::kTitleChanged},
                                         {"window.moved", Event::Kind::kMoved},
                                         {"display.changed", Event::Kind::kDisplaysChanged},
                                         {"screen.painted", Event::Kind::kPainted},
                                         {"hotkey", Event::Kind::kHotkey},
                                         {"clipboard.changed", Event::Kind::kCopied}}};
// The largest area that a root window can have.
constexpr Rect kEverywhere{0, 0, 65535, 65535};

Event::Kind event_kind_of(const std::string& name) {
  std::vector<std::string> names;
  for (const Kind& each : kKinds) {
    if (name == each.name) return each.kind;
    names.emplace_back(each.name);
  }
  throw runtime::Error("INVALID_ARGUMENT", "event.listen: there is no kind '" + name + "'",
                       runtime::did_you_mean(name, names));
}

Hotkey to_hotkey(const Value& value) {
  const auto* modifiers = value["modifiers"].as<std::int64_t>();
  const auto* symbol = value["symbol"].as<std::int64_t>();
  if (!modifiers || !symbol || *modifiers < 0 || *modifiers > 15 || *symbol <= 0 ||
      *symbol > 0x1FFFFFFF)
    throw runtime::Error("INVALID_ARGUMENT", "event.listen: hotkey: expected {modifiers, symbol}");
  return {static_cast<std::uint32_t>(*modifiers), static_cast<std::uint32_t>(*symbol)};
}

Value to_value(const Event& event) {
  static const runtime::RecordKind kEvent("event");
  Value value = kEvent.record();
  for (const Kind& each : kKinds)
    if (each.kind == event.kind) value.set("kind", each.name);
  switch (event.kind) {
    case Event::Kind::kDisplaysChanged:
      value.set("displays", to_list(event.displays));
      break;
    case Event::Kind::kPainted:
      value.set("areas", to_list(event.areas));
      break;
    case Event::Kind::kHotkey:
      break;
    case Event::Kind::kCopied:
      value.set("selection", name_of(event.selection));
      break;
    default:
      value.set("window", to_value(event.window));
      if (event.kind == Event::Kind::kTitleChanged)
        value.set("before", runtime::plain_line(event.title));
      if (event.kind == Event::Kind::kMoved) value.set("before", to_value(event.area));
  }
  return value;
}

Task<Results> next_event(Args args);
Results close_events(const Args& args);

constexpr Function kNextEvent{.call = "events",
                              .text = "The next event; nil once it is closed.",
                              .results = {{"event"}},
                              .work = next_event};
constexpr Function kEventMethods[] = {
    {.call = "events:close",
     .text = "Listens no longer; a wait that is under way gives nil.",
     .work = close_events},
};

// The listener that event.listen returns.
class Listening : public Object {
 public:
  static constexpr const char* kTypeName = "an event listener";
  Listening(std::shared_ptr<EventSubscription> one, std::shared_ptr<DesktopService> owner)
      : listener(std::move(one)), host(std::move(owner)) {}
  ~Listening() override { listener->close(); }
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"events", kEventMethods, &kNextEvent};
    return kType;
  }
  void close() override { listener->close(); }

  const std::shared_ptr<EventSubscription> listener;
  const std::shared_ptr<DesktopService> host;  // owns the hub that the listener belongs to
};

Task<Results> next_event(Args args) {
  const auto listening = args.object<Listening>(1);
  const std::shared_ptr<EventSubscription> listener = listening->listener;
  const std::shared_ptr<Gate> gate = listening->host->gate();
  const Caller caller = DesktopService::caller(args.call());
  const std::optional<Event> event = co_await listener->next();
  if (!event) co_return Value();
  co_return to_value(gate->concealed(*event, caller));
}

Results close_events(const Args& args) {
  args.object<Listening>(1)->close();
  return Results();
}

Task<Results> listen(Args args) {
  const std::shared_ptr<DesktopService> host = args.shared_self<DesktopService>();
  co_await host->admit(args.call(), Operation::Kind::kListen);
  const Options options = args.options(1);
  if (!options["kinds"].list() || options["kinds"].list()->empty())
    args.wrong(1, "{kinds = {\"window.opened\", …}}");
  Wanted wanted;
  EventSubscription::Kinds kinds;
  for (const Value& name : *options["kinds"].list()) {
    if (!name.string()) args.wrong(1, "the names of kinds");
    const Event::Kind kind = event_kind_of(*name.string());
    kinds.push_back(kind);
    wanted.windows = wanted.windows || kind == Event::Kind::kOpened || kind == Event::Kind::kClosed;
    wanted.focus = wanted.focus || kind == Event::Kind::kFocused;
    wanted.titles = wanted.titles || kind == Event::Kind::kTitleChanged;
    wanted.moves = wanted.moves || kind == Event::Kind::kMoved;
    wanted.displays = wanted.displays || kind == Event::Kind::kDisplaysChanged;
    if (kind == Event::Kind::kPainted)
      wanted.regions = {options.has("region") ? to_rect(options["region"], "event.listen: region")
                                              : kEverywhere};
    if (kind == Event::Kind::kCopied) wanted.selections = {selection_of(options, "event.listen")};
    if (kind == Event::Kind::kHotkey) wanted.hotkeys = {to_hotkey(options["hotkey"])};
  }
  if (options.boolean("titles", false)) wanted.titles = true;
  const Deadline deadline = host->deadline(args.call(), options.number("timeout", 0));
  Task<std::shared_ptr<EventSubscription>> asking =
      host->events().listen(std::move(wanted), std::move(kinds), deadline);
  const std::shared_ptr<EventSubscription> listener = co_await std::move(asking);
  std::shared_ptr<Object> object = std::make_shared<Listening>(listener, host);
  co_return Value(std::move(object));
}

Task<Results> next_signal(Args args);

constexpr Function kNextSignal{.call = "signals",
                               .text = "Waits for the next arrival.",
                               .results = {{"string?", "name"}},
                               .work = next_signal};

class Arrivals : public Object {
 public:
  static constexpr const char* kTypeName = "a signal listener";
  Arrivals(runtime::Loop& loop, int number, std::string which)
      : watch(std::make_shared<runtime::SignalWatch>(loop, number)), name(std::move(which)) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"signals", {}, &kNextSignal};
    return kType;
  }
  void close() override { watch.reset(); }

  std::shared_ptr<runtime::SignalWatch> watch;  // also held by a task that waits
  const std::string name;
};

Task<Results> next_signal(Args args) {
  const auto arrivals = args.object<Arrivals>(1);
  const std::shared_ptr<runtime::SignalWatch> watch = arrivals->watch;
  if (!watch) co_return Value();
  co_await watch->next();
  co_return Value(arrivals->name);
}

Task<Results> signals(Args args) {
  const std::string name = args.string(1);
  const int number = name == "SIGUSR1"   ? SIGUSR1
                     : name == "SIGUSR2" ? SIGUSR2
                     : name == "SIGHUP"  ? SIGHUP
                                         : 0;
  if (number == 0) args.wrong(1, "\"SIGUSR1\", \"SIGUSR2\" or \"SIGHUP\"");
  const runtime::Context context = co_await runtime::current_context();
  std::shared_ptr<Object> object = std::make_shared<Arrivals>(*context.loop, number, name);
  co_return Value(std::move(object));
}

constexpr Function kEvent[] = {
    {.call = "event.on",
     .text = "Runs run(subject, event) whenever something happens, until trigger:stop() or until "
             "the call that made it is cancelled; the call lives as long as its triggers. The kind "
             "may stand first, without a name: event.on { \"window.opened\", app = \"Zoom\", run = "
             "… }. event: {kind, time, …}. A trigger runs one thing at a time; when_running says "
             "what becomes of events meanwhile: \"queue\" (default; at most 100 wait, of screens "
             "and displays the newest alone), \"skip\" (default of timers), \"restart\" (what runs "
             "is cancelled). An error in run goes to the log, under `run` and at the prompt to "
             "standard error too (one that repeats is counted), and all else goes on. At most 1000 "
             "triggers, of which 64 run at once. UNSUPPORTED with details.reason \"taken\": "
             "another program has the hotkey.",
     .options = {{"kind", "string", "May stand first: event.on { \"window.opened\", run = … }."},
                 {"run", "fun(subject: any, event: event)", "Called for each event; may wait.",
                  Parameter::kNeeded},
                 {"when_running", "\"queue\"|\"skip\"|\"restart\"",
                  "What becomes of events meanwhile. Default \"queue\"; timer: skip."}},
     .results = {{"trigger"}},
     .errors = {"UNSUPPORTED"},
     .work = Function::Scripted{"event_on"}},
    {.call = "event.list",
     .text = "The triggers that still live, in the order of their making: those of every script of "
             "this program.",
     .results = {{"trigger[]"}},
     .work = Function::Scripted{"event_on"}},
    {.call = "event.listen",
     .text = "For `for event in event.listen { kinds = { \"window.opened\" } } do … end`: what "
             "happens from now on, as plain events. \"screen.painted\" comes with the same colours "
             "too. Many moves of a window may become one.",
     .options = {{"kinds",
                  "(\"window.opened\"|\"window.closed\"|\"window.focused\"|\"window.title_"
                  "changed\"|\"window.moved\"|\"display.changed\"|\"screen.painted\"|\"hotkey\"|"
                  "\"clipboard.changed\")[]",
                  "What to listen for.", Parameter::kNeeded},
                 {"titles", "boolean", "Keep the titles of closed windows up to date."},
                 kRegion,
                 {"hotkey", "table",
                  "{modifiers = {\"ctrl\", \"alt\" …}, symbol = \"p\"}, of the kind \"hotkey\"."},
                 kSelection,
                 kTimeout},
     .results = {{"events|fun(): event", "events"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT", "UNSUPPORTED"},
     .work = listen},
    {.call = "event.signals",
     .text = "For `for name in event.signals \"SIGUSR1\" do … end`: waits for SIGUSR1, SIGUSR2 or "
             "SIGHUP, which then end nothing.",
     .parameters = {{"name", "\"SIGUSR1\"|\"SIGUSR2\"|\"SIGHUP\"", "The signal."}},
     .results = {{"signals|fun(): string", "signals"}},
     .work = signals},
};

}  // namespace

Module event_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "event",
                .functions = kEvent,
                .self = std::move(host),
                .methods = kEventMethods,
                .about = "Doing something when the desktop, a file or the clock does."};
}

}  // namespace native
