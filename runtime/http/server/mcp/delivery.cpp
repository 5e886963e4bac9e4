#include "runtime/http/server/mcp/delivery.hpp"

#include <algorithm>

#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/http/server/mcp/http_session.hpp"
#include "runtime/http/server/transport/reply.hpp"

namespace runtime::http {

namespace {

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Delivery::~Delivery() {
  stream_->detach(turn_);
  if (streaming_) slots_.give_back();
}

Task<bool> Delivery::run() {
  const Context context = co_await current_context();
  turn_ = stream_->attach();
  Nursery watching(context);
  watching.start(watch());
  Task<bool> sending = deliver();
  const bool whole = co_await std::move(sending);
  if (!whole) gone_ = true;
  co_return whole;
}

Task<void> Delivery::watch() {
  co_await connection_.until_closed();
  co_await sleep(kGrace);
  gone_ = true;
  stream_->changed.notify_all();
}

// Waits for a change, for at most `seconds`.
Task<void> Delivery::wait(double seconds) {
  const Context context = co_await current_context();
  Alarm alarm;
  alarm.set(*context.loop, seconds, [this] { stream_->changed.notify_all(); });
  co_await stream_->changed.wait();
}

// Waits until the answer is ready or must be delivered as events: because other messages come first
// or it takes too long, and a slot is free.
Task<void> Delivery::wait_for_answer() {
  const Clock::time_point begin = Clock::now();
  while (!gone_ && !stream_->finished() && !stream_->answered()) {
    const double left = kPatience - seconds_since(begin);
    if (!slots_.full() && (stream_->size() > 0 || left <= 0)) break;
    const double least = slots_.full() ? 0.05 : 0.001;
    co_await wait(std::max(left, least));
  }
}

Task<bool> Delivery::deliver() {
  if (!plan_.events_only) co_await wait_for_answer();
  if (gone_) co_return false;
  const bool complete = stream_->answered() || stream_->finished();
  const bool document = !plan_.events_only && complete && (stream_->size() <= 1 || slots_.full());
  Task<bool> sending = document ? send_document() : send_events();
  const bool whole = co_await std::move(sending);
  co_return whole;
}

Task<bool> Delivery::send_document() {
  const ReplyStream::Event* event = stream_->after(plan_.after);
  while (event && stream_->after(event->number)) event = stream_->after(event->number);
  if (!event) {
    // The work was abandoned: there is no answer.
    const bool told =
        co_await connection_.send(short_reply(503, fields(), "", "", plan_.keep_alive));
    co_return told&& plan_.keep_alive;
  }
  Fields head = fields();
  head.emplace_back("Content-Type", "application/json");
  head.emplace_back("Cache-Control", "no-store");
  const int status = plan_.status ? plan_.status(event->nature.error) : 200;
  std::string before =
      reply_head(status, head, static_cast<std::int64_t>(event->bytes), plan_.keep_alive);
  mcp::Segments message = event->message;
  stream_->read_up_to(event->number);
  const bool sent =
      co_await connection_.send_message(std::move(message), std::move(before), "", false);
  co_return sent&& plan_.keep_alive;
}

Task<bool> Delivery::send_chunk(std::string text) {
  const bool open = co_await connection_.send(chunk(text));
  co_return open;
}

// Sends the events since the last call.
Task<bool> Delivery::send_waiting() {
  while (const ReplyStream::Event* event = stream_->after(plan_.after)) {
    plan_.after = event->number;
    const std::string id = plan_.event_ids ? to_text(EventPlace{stream_->id(), event->number}) : "";
    mcp::Segments message = event->message;
    std::string before = event_begin(id);
    const bool open = co_await connection_.send_message(std::move(message), std::move(before),
                                                        std::string(kEventEnd), true);
    if (!open) co_return false;
    stream_->read_up_to(plan_.after);
  }
  co_return true;
}

Task<bool> Delivery::send_events() {
  streaming_ = slots_.take();
  if (!streaming_) co_return false;
  Fields head = fields();
  head.emplace_back("Content-Type", "text/event-stream");
  head.emplace_back("Cache-Control", "no-cache, no-transform");
  head.emplace_back("X-Accel-Buffering", "no");
  std::string first = reply_head(200, head, -1, plan_.keep_alive);
  if (plan_.primed)
    first += chunk(priming_event(to_text(EventPlace{stream_->id(), plan_.after}), kRetry));
  bool open = co_await connection_.send(std::move(first));
  const Clock::time_point begin = Clock::now();
  Clock::time_point spoken = begin;
  while (open && !gone_) {
    const std::uint64_t before = plan_.after;
    open = co_await send_waiting();
    if (!open) co_return false;
    if (plan_.after != before) spoken = Clock::now();
    const bool away = plan_.poll_after > 0 && seconds_since(begin) >= plan_.poll_after;
    const bool over = stream_->finished() && !stream_->after(plan_.after);
    if (over || away || !stream_->current(turn_)) {
      const bool sent = co_await connection_.send(std::string(kLastChunk));
      co_return sent&& plan_.keep_alive;
    }
    double pause = kSilence - seconds_since(spoken);
    if (plan_.poll_after > 0) pause = std::min(pause, plan_.poll_after - seconds_since(begin));
    if (!gone_ && !stream_->after(plan_.after)) co_await wait(std::max(pause, 0.001));
    if (seconds_since(spoken) < kSilence) continue;
    open = co_await send_chunk(": still here\n\n");
    spoken = Clock::now();
  }
  co_return false;
}

}  // namespace runtime::http
