#include "native/lua/bridge/desktop_service.hpp"

#include <algorithm>

#include "runtime/core/log/log.hpp"

namespace native {

namespace {

constexpr int kDesktopThreads = 4;
// Each thread has one picture under way; waiting captures take no memory.
constexpr int kCaptureThreads = 4;
constexpr int kCpuThreads = 4;
constexpr int kDecoderThreads = 4;

Deadline after(Deadline from, double seconds) {
  constexpr double kDay = 86400;
  const std::chrono::duration<double> wait(seconds > 0 ? std::min(seconds, kDay) : 0);
  return from + std::chrono::duration_cast<Deadline::duration>(wait);
}

}  // namespace

DesktopService::DesktopService(runtime::Loop& loop, Settings settings)
    : pool_(std::make_shared<DesktopPool>(settings.open)),
      watcher_(std::make_shared<Watcher>()),
      gate_(std::make_shared<Gate>(std::move(settings.policy))),
      recognizer_(std::make_shared<Recognizer>()),
      readings_(std::make_shared<ReadingCache>()),
      timeout_(settings.timeout),
      pixel_budget_(settings.pixel_budget),
      events_(loop, settings.open, gate_),
      desktop_(loop, "desktop", kDesktopThreads),
      capture_(loop, "capture", kCaptureThreads),
      cpu_(loop, "cpu", kCpuThreads),
      decoder_(loop, "decode", kDecoderThreads) {
  watcher_->open = std::move(settings.open);
}

Deadline DesktopService::in(double seconds) {
  return after(std::chrono::steady_clock::now(), seconds);
}

Deadline DesktopService::deadline(const runtime::Call& call, double seconds) const {
  const Deadline limit = call.origin ? after(call.origin->arrival, timeout_) : in(timeout_);
  if (call.origin && call.origin->caller.is_own_script())
    return in(seconds > 0 ? seconds : timeout_);
  return seconds > 0 ? std::min(limit, in(seconds)) : limit;
}

runtime::Task<void> DesktopService::connect_early() {
  const Deadline deadline = in(timeout_);
  const auto pool = pool_;
  std::function<bool()> job = [pool, deadline] {
    std::unique_ptr<Desktop> desktop = pool->take();
    const DesktopPool::Return back{*pool, desktop};
    return pool->run<bool>([&] { return !desktop->displays().displays(deadline).empty(); });
  };
  runtime::Task<bool> connecting = wait_for(&desktop_, std::move(job));
  runtime::Task<bool> limited = within(deadline, std::move(connecting));
  const EarlyConnection::Making making(early_);
  try {
    co_await std::move(limited);
  } catch (const runtime::Error&) {
  }
}

void DesktopService::log_note(const std::string& note) {
  if (note.empty() || note == logged_note_) return;
  logged_note_ = note;
  runtime::log::warn(note);
}

Caller DesktopService::caller(const runtime::Call& call) {
  return call.origin ? call.origin->caller : Caller();
}

void DesktopService::admit(const runtime::Call& call, Operation::Kind operation) const {
  try {
    gate_->admit(caller(call), {operation, nullptr});
  } catch (const Error& error) {
    rethrow(error);
  }
}

void rethrow(const Error& error) {
  runtime::Value details;
  for (const auto& [name, fact] : error.details)
    std::visit([&](const auto& value) { details.set(name, value); }, fact);
  throw runtime::Error(error.code, error.message, error.hint, std::move(details));
}

}  // namespace native
