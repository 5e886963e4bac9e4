#include "runtime/mcp/server/progress.hpp"

#include <algorithm>

#include "runtime/mcp/rpc/rpc.hpp"

namespace runtime::mcp {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr double kLookAgain = 0.002;

Segments notification(Value params) {
  return write_notification("notifications/progress", std::move(params));
}

}  // namespace

void ProgressSender::send(double done, std::optional<double> total, const std::string& message) {
  Value params;
  params.set("progressToken", token_).set("progress", done);
  if (total) params.set("total", *total);
  if (!message.empty()) params.set("message", message);
  if (!transport_.joins()) {
    outbox_.offer(notification(std::move(params)));
    return;
  }
  const bool waiting = !held_.is_nil();
  held_ = std::move(params);
  if (!waiting) sending_.set(loop_, Seconds(kHeld).count(), [this] { send_held(); });
}

void ProgressSender::send_held() {
  Value params = std::exchange(held_, Value());
  if (scope_.fired()) return;
  auto last = std::make_shared<Last>();
  Cleanup written;
  written.add([last, transport = &transport_] {
    last->written = true;
    last->end = transport->written();
  });
  if (!outbox_.offer(notification(std::move(params)), std::move(written))) return;
  last_ = std::move(last);
  look();
}

// Records when the client has read the last one; checks repeatedly until then.
void ProgressSender::look() {
  if (last_->written && transport_.taken() >= last_->end)
    last_->read_at = Clock::now();
  else
    looking_.set(loop_, kLookAgain, [this] { look(); });
}

double ProgressSender::seconds_left() const {
  if (!last_ || transport_.finished() || outbox_.client_gone()) return 0;
  if (!last_->read_at) return kLookAgain;
  return Seconds(*last_->read_at + kApart - Clock::now()).count();
}

Task<void> ProgressSender::finish() {
  sending_.clear();
  held_ = Value();
  for (double left = seconds_left(); left > 0; left = seconds_left()) co_await sleep(left);
}

}  // namespace runtime::mcp
