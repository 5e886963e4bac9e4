#include "runtime/mcp/server/call_context.hpp"

#include <cmath>
#include <iterator>

#include "runtime/core/value/error.hpp"
#include "runtime/mcp/dialect/question.hpp"

namespace runtime::mcp {

namespace {

constexpr std::string_view kLevels[] = {"debug", "info",     "notice", "warning",
                                        "error", "critical", "alert",  "emergency"};

}  // namespace

std::string_view name_of(LogLevel level) { return kLevels[static_cast<std::size_t>(level)]; }

std::optional<LogLevel> parse_log_level(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kLevels); ++i)
    if (kLevels[i] == name) return static_cast<LogLevel>(i);
  return std::nullopt;
}

Cleanup& Cleanup::operator=(Cleanup&& other) noexcept {
  if (this == &other) return *this;
  run();
  actions_ = std::exchange(other.actions_, {});
  return *this;
}

void Cleanup::add(Cleanup other) {
  for (auto& action : other.actions_) actions_.push_back(std::move(action));
  other.actions_.clear();
}

void Cleanup::run() noexcept {
  for (const auto& action : std::exchange(actions_, {})) {
    try {
      action();
    } catch (const std::exception&) {
      // Ignored: no caller is left to receive it.
    }
  }
}

const ClientInfo& CallContext::client() const {
  static const ClientInfo unknown;
  return client_ ? *client_ : unknown;
}

void CallContext::progress(double done, std::optional<double> total, const std::string& message) {
  if (!sink_ || cancelled() || !sink_->wants_progress() || !std::isfinite(done)) return;
  if (total && !std::isfinite(*total)) total.reset();
  if (last_done_ && done <= *last_done_) return;
  const auto now = std::chrono::steady_clock::now();
  const bool last = total && done >= *total;
  if (last_done_ && !last && now - last_sent_ < kProgressInterval) return;
  last_done_ = done;
  last_sent_ = now;
  sink_->progress(done, total, message);
}

void CallContext::log(LogLevel level, const std::string& message) {
  if (sink_ && !cancelled() && sink_->wants_log(level)) sink_->log(level, message);
}

namespace {

// Returns whether `offered` has every member of `wanted`, recursively.
bool covers(const Value& offered, const Value& wanted) {
  if (!wanted.record()) return true;
  for (const auto& [name, part] : *wanted.record())
    if (!offered[name].record() || !covers(offered[name], part)) return false;
  return true;
}

}  // namespace

bool CallContext::require(const Value& capabilities) {
  if (!capabilities.record()) return true;
  for (const auto& [name, part] : *capabilities.record()) {
    const Value& offered = client().capabilities[name];
    if (!offered.record() || !covers(offered, part)) lacking_.set(name, part);
  }
  return lacking_.is_nil();
}

Task<Value> CallSink::ask(Value) {
  throw Error("UNSUPPORTED", "no client is connected that could be asked");
}

Task<Value> CallContext::ask(Value questions) {
  if (!sink_) throw Error("UNSUPPORTED", "no client is connected that could be asked");
  if (!require(capabilities_for(questions)))
    throw Error("UNSUPPORTED", "client lacks a capability: " + lacking_.record()->front().first);
  return sink_->ask(std::move(questions));
}

}  // namespace runtime::mcp
