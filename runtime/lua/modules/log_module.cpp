#include "runtime/core/log/log.hpp"

#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

template <log::Level level>
Results write(const Args& args) {
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
    {"collect", "log_lines.collect()",
     "Keeps what is logged from now on, debug lines too, for this command's own answer.", collect},
    {"taken", "log_lines.taken() -> {text}", "The lines (JSON) that were kept.", collected},
};

constexpr Function kLog[] = {
    {"debug", "log.debug(message, fields?)", "A line for developers.", write<log::Level::kDebug>},
    {"info", "log.info(message, fields?)", "A line about normal work.", write<log::Level::kInfo>},
    {"warn", "log.warn(message, fields?)", "A line about something odd that was dealt with.",
     write<log::Level::kWarn>},
    {"error", "log.error(message, fields?)", "A line about a failure.", write<log::Level::kError>},
    {"status", "log.status() -> {file, writable, problem}",
     "Where the log is written; opens the file if need be.", status},
};

}  // namespace

Module log_module() { return Module{"log", kLog, nullptr, Value()}; }
Module log_lines_module() { return Module{"log_lines", kLogLines, nullptr, Value()}; }

}  // namespace runtime
