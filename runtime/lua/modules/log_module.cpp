#include "runtime/core/log/log.hpp"

#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

template <log::Level level>
Results write_line(const Args& args) {
  const std::string message = args.string(1);
  if (!log::enabled(level)) return Results();
  const Origin* origin = args.caller() ? args.caller()->origin.get() : nullptr;
  Value fields = args[2];
  if (fields.absent()) fields = Value::Record();
  // Identifies the script when several run concurrently.
  if (origin && origin->caller.is_own_script() && !origin->supervises && fields.record())
    fields.set("script", origin->caller.name);
  log::write(level, message, fields);
  return Results();
}

Results status(const Args&) {
  const log::Status now = log::status();
  Value result;
  result.set("file", now.file).set("writable", now.writable).set("problem", now.problem);
  return result;
}

Results collect(const Args&) {
  log::collect();
  return Results();
}

Results collected(const Args&) {
  Value::List lines;
  for (std::string& line : log::collected()) lines.emplace_back(std::move(line));
  return Value(std::move(lines));
}

constexpr Function kLogLines[] = {
    {.call = "log_lines.collect",
     .text = "Keeps what is logged from now on, debug lines too, for this command's own answer.",
     .work = collect},
    {.call = "log_lines.taken",
     .text = "The lines (JSON) that were kept.",
     .results = {{"string[]", "{text}"}},
     .work = collected},
};

constexpr Parameter kMessage{"message", "string", "The line."};
constexpr Parameter kFields{"fields", "table<string, any>",
                            "Facts for the log line. Members named like a key or token are masked.",
                            Parameter::kOptional};

constexpr Function kLog[] = {
    {.call = "log.debug",
     .text = "A line for developers.",
     .parameters = {kMessage, kFields},
     .work = write_line<log::Level::kDebug>},
    {.call = "log.info",
     .text = "A line about normal work.",
     .parameters = {kMessage, kFields},
     .work = write_line<log::Level::kInfo>},
    {.call = "log.warn",
     .text = "A line about something odd that was dealt with.",
     .parameters = {kMessage, kFields},
     .work = write_line<log::Level::kWarn>},
    {.call = "log.error",
     .text = "A line about a failure.",
     .parameters = {kMessage, kFields},
     .work = write_line<log::Level::kError>},
    {.call = "log.status",
     .text = "Where the log is written; opens the file if need be.",
     .results = {{"log_status"}},
     .work = status},
};

}  // namespace

Module log_module() {
  return Module{.name = "log",
                .functions = kLog,
                .about = "Lines for the log file. `peekaboo list server_status` names it."};
}
Module log_lines_module() { return Module{.name = "log_lines", .functions = kLogLines}; }

}  // namespace runtime
