#include "native/desktop/providers/audio.hpp"

#include <utility>

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

Value to_value(const AudioOutput& output) {
  static const runtime::RecordKind kOutput("audio_output");
  Value value = kOutput.record();
  value.set("percent", output.percent).set("muted", output.muted);
  value.set("name", runtime::plain_line(output.name))
      .set("title", runtime::plain_line(output.title));
  return value;
}

Task<Results> output(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kReadService);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<Value(SessionServices&)> work = [deadline](SessionServices& services) {
    return to_value(services.audio().output(deadline));
  };
  Task<Value> running = host.on_services<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

using Change = std::function<AudioChange(Audio&)>;

// Runs a change through the gate. Gives the output after it, and before it.
Task<Results> changed(Args args, ActRecord record, Change change, Deadline deadline) {
  DesktopService& host = args.self<DesktopService>();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Results(SessionServices&)> work =
      [gate = host.gate(), caller, record = std::move(record),
       change = std::move(change)](SessionServices& services) {
        AudioChange made;
        gate->use_service(caller, record, [&] { made = change(services.audio()); });
        std::vector<Value> values;
        values.push_back(to_value(made.after));
        values.push_back(to_value(made.before));
        return Results(std::move(values));
      };
  Task<Results> running = host.on_services<Results>(std::move(work), deadline);
  Results results = co_await std::move(running);
  co_return results;
}

ActRecord record_of(const char* name) {
  ActRecord record;
  record.name = name;
  return record;
}

Task<Results> set_volume(Args args) {
  const double percent = args.number(1);
  const Deadline deadline =
      args.self<DesktopService>().deadline(args.call(), args.options(2).number("timeout", 0));
  Change change = [percent, deadline](Audio& audio) { return audio.set_volume(percent, deadline); };
  return changed(std::move(args), record_of("set volume"), std::move(change), deadline);
}

Task<Results> set_muted(Args args, bool muted) {
  const Deadline deadline =
      args.self<DesktopService>().deadline(args.call(), args.options(1).number("timeout", 0));
  Change change = [muted, deadline](Audio& audio) { return audio.set_muted(muted, deadline); };
  const char* const name = muted ? "mute" : "unmute";
  return changed(std::move(args), record_of(name), std::move(change), deadline);
}

Task<Results> mute(Args args) { return set_muted(std::move(args), true); }

Task<Results> unmute(Args args) { return set_muted(std::move(args), false); }

constexpr Function kAudio[] = {
    {.call = "audio.output",
     .text = "The default output of the sound server, and how loud it is. PROVIDER_UNAVAILABLE "
             "when no sound server answers, UNSUPPORTED when it has no output.",
     .options = {kTimeout},
     .results = {{"audio_output"}},
     .errors = {"POLICY_DENIED", "PROVIDER_UNAVAILABLE", "TIMEOUT", "UNSUPPORTED"},
     .work = output},
    {.call = "audio.set_volume",
     .text = "Makes the default output so loud, and reads that back. Its channels keep their "
             "balance. Gives the output as it is then, and as it was.",
     .parameters = {{"percent", "number", "0 to 100."}},
     .options = {kTimeout},
     .results = {{"audio_output"}, {"audio_output", "before"}},
     .errors = {"EFFECT_NOT_SEEN", "INVALID_ARGUMENT", "POLICY_DENIED", "PROVIDER_UNAVAILABLE",
                "TIMEOUT", "UNSUPPORTED"},
     .work = set_volume},
    {.call = "audio.mute",
     .text = "Silences the default output. Gives it as it is then, and as it was.",
     .options = {kTimeout},
     .results = {{"audio_output"}, {"audio_output", "before"}},
     .errors = {"EFFECT_NOT_SEEN", "POLICY_DENIED", "PROVIDER_UNAVAILABLE", "TIMEOUT",
                "UNSUPPORTED"},
     .work = mute},
    {.call = "audio.unmute",
     .text = "Lets the default output be heard again. Gives it as it is then, and as it was.",
     .options = {kTimeout},
     .results = {{"audio_output"}, {"audio_output", "before"}},
     .errors = {"EFFECT_NOT_SEEN", "POLICY_DENIED", "PROVIDER_UNAVAILABLE", "TIMEOUT",
                "UNSUPPORTED"},
     .work = unmute},
};

}  // namespace

Module audio_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "audio",
                .functions = kAudio,
                .self = std::move(host),
                .about = "How loud the computer is: PulseAudio or PipeWire."};
}

}  // namespace native
