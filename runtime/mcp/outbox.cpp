#include "runtime/mcp/outbox.hpp"

namespace runtime::mcp {

Task<void> Outbox::run(std::function<void()> written) {
  while (!gone_) {
    std::optional<Outgoing> message = co_await queue_.pop();
    if (!message) break;
    Task<bool> writing = transport_.write(std::move(message->segments), message->nature);
    try {
      gone_ = !co_await std::move(writing);
    } catch (const Error&) {
      gone_ = true;
    }
    message.reset();
    written();
  }
  queue_.close();
  finished_ = true;
  written();
}

Task<void> Outbox::send(Outgoing message, std::shared_ptr<Batch> batch) {
  if (batch) {
    if (!message.segments.empty()) batch->replies.push_back(std::move(message.segments));
    batch->cleanup.add(std::move(message.cleanup));
    if (--batch->expected > 0) co_return;
    message = Outgoing();
    if (!batch->replies.empty()) message.segments = write_batch(std::move(batch->replies));
    message.cleanup = std::move(batch->cleanup);
  }
  if (message.segments.empty()) co_return;
  co_await queue_.push(std::move(message));
}

bool Outbox::offer(Segments message) {
  return queue_.size() < kCapacity / 2 && queue_.try_push(Outgoing(std::move(message), {Transport::Nature::Kind::kNotice, 0}));
}

}  // namespace runtime::mcp
