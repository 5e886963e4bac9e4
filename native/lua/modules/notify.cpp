#include <cstdint>
#include <limits>
#include <utility>

#include "native/desktop/notifications.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr std::size_t kMaxTitle = 1000;   // bytes
constexpr std::size_t kMaxText = 20'000;  // bytes

std::string bounded(const std::string& text, std::size_t most, const char* what) {
  if (text.size() <= most) return text;
  throw runtime::Error(
      "INVALID_ARGUMENT",
      std::string("notify.send: ") + what + " is longer than " + std::to_string(most) + " bytes");
}

SentMessage message_of(const Args& args) {
  const Options options = args.options(2);
  SentMessage message;
  message.title = runtime::plain_line(bounded(args.string(1), kMaxTitle, "title"));
  if (message.title.empty())
    throw runtime::Error("INVALID_ARGUMENT", "notify.send: title is empty");
  message.text = runtime::plain_text(bounded(options.string("text", ""), kMaxText, "text"));
  message.subtitle =
      runtime::plain_line(bounded(options.string("subtitle", ""), kMaxTitle, "subtitle"));
  if (options.has("sound")) message.sound = options.boolean("sound", false);
  return message;
}

Value to_value(const SentNotification& sent) {
  static const runtime::RecordKind kSent("sent_notification");
  Value value = kSent.record();
  value.set("id", static_cast<std::int64_t>(sent.id))
      .set("service", runtime::plain_line(sent.service));
  value.set("sounds", sent.has_sound).set("texts", sent.has_text);
  return value;
}

Task<Results> send(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const SentMessage message = message_of(args);
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  std::function<Value(SessionServices&)> work = [gate = host.gate(), caller, message,
                                                 deadline](SessionServices&) {
    return to_value(gate->send(caller, message, deadline));
  };
  Task<Value> running = host.on_services<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> close_notification(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const std::int64_t id = args.integer(1);
  if (id < 1 || id > std::numeric_limits<std::uint32_t>::max())
    throw runtime::Error("INVALID_ARGUMENT", "notify.close: no notification has such a number");
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  std::function<bool(SessionServices&)> work = [gate = host.gate(), caller, id,
                                                deadline](SessionServices&) {
    gate->withdraw(caller, static_cast<std::uint32_t>(id), deadline);
    return true;
  };
  Task<bool> running = host.on_services<bool>(std::move(work), deadline);
  co_await std::move(running);
  co_return Results();
}

constexpr Function kNotify[] = {
    {.call = "notify.send",
     .text = "Shows the person a notification, which stays in the list of the service that shows "
             "it. No part of it is markup. Where a service shows titles alone, the text is in the "
             "title. PROVIDER_UNAVAILABLE when nothing shows notifications here.",
     .parameters = {{"title", "string", "One line, at most 1,000 bytes."}},
     .options = {{"text", "string", "Lines, at most 20,000 bytes."},
                 {"subtitle", "string", "The first line of the text."},
                 {"sound", "boolean",
                  "true: with a sound, where the service plays any; false: without. Default: as it "
                  "does by itself."},
                 kTimeout},
     .results = {{"sent_notification"}},
     .errors = {"INVALID_ARGUMENT", "POLICY_DENIED", "PROVIDER_UNAVAILABLE", "TIMEOUT"},
     .work = send},
    {.call = "notify.close",
     .text = "Takes a notification away. AI clients take away only those that this process has "
             "sent.",
     .parameters = {{"id", "integer", "Its number, as notify.send gave it."}},
     .options = {kTimeout},
     .errors = {"INVALID_ARGUMENT", "POLICY_DENIED", "PROVIDER_UNAVAILABLE", "TIMEOUT"},
     .work = close_notification},
};

}  // namespace

Module notify_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "notify",
                .functions = kNotify,
                .self = std::move(host),
                .about = "Messages to the person at the desktop."};
}

}  // namespace native
