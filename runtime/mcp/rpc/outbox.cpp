#include "runtime/mcp/rpc/outbox.hpp"

namespace runtime::mcp {

namespace {

// Returns the bytes of text; a blob, which a transport writes piece by piece, counts as exceeding
// every limit.
std::size_t weight(const Segments& segments) {
  std::size_t bytes = 0;
  for (const json::Segment& segment : segments) {
    const auto* text = std::get_if<std::string>(&segment);
    bytes += text ? text->size() : Outbox::kTogether;
  }
  return bytes;
}

std::size_t size_of(const Segments& segments) {
  std::size_t bytes = 0;
  for (const json::Segment& segment : segments) {
    const auto* text = std::get_if<std::string>(&segment);
    bytes += text ? text->size() : std::get<BlobRef>(segment)->bytes().size();
  }
  return bytes;
}

}  // namespace

// Writes the first message and those waiting behind it.
Task<bool> Outbox::write(Outgoing first) {
  std::vector<Transport::Message> messages;
  Cleanup cleanup;
  std::size_t bytes = 0;
  std::size_t leaving = 0;
  for (std::optional<Outgoing> next(std::move(first)); next;
       next = bytes < kTogether ? queue_.try_pop() : std::nullopt) {
    bytes += weight(next->message.segments);
    leaving += size_of(next->message.segments);
    messages.push_back(std::move(next->message));
    cleanup.add(std::move(next->cleanup));
  }
  Task<bool> writing = transport_.write(std::move(messages));
  try {
    const bool open = co_await std::move(writing);
    bytes_ -= leaving;
    co_return open;
  } catch (const Error&) {
    co_return false;
  }
}

Task<void> Outbox::run(std::function<void()> written) {
  while (!gone_) {
    std::optional<Outgoing> message = co_await queue_.pop();
    if (!message) break;
    gone_ = !co_await write(std::move(*message));
    written();
  }
  queue_.close();
  finished_ = true;
  written();
}

Task<void> Outbox::send(Outgoing message, std::shared_ptr<Batch> batch) {
  if (batch) {
    if (!message.empty()) batch->replies.push_back(std::move(message.message.segments));
    batch->cleanup.add(std::move(message.cleanup));
    if (--batch->expected > 0) co_return;
    message = Outgoing();
    if (!batch->replies.empty()) message.message.segments = write_batch(std::move(batch->replies));
    message.cleanup = std::move(batch->cleanup);
  }
  if (message.empty()) co_return;
  struct Count {
    Count(std::size_t& all, std::size_t one) : total(all), size(one) { total += size; }
    ~Count() {
      if (!queued) total -= size;
    }
    std::size_t& total;
    std::size_t size;
    bool queued = false;
  } count(bytes_, size_of(message.message.segments));
  co_await queue_.push(std::move(message));
  count.queued = true;
}

bool Outbox::offer(Segments message, Cleanup written) {
  const std::size_t size = size_of(message);
  if (queue_.size() >= kCapacity / 2) return false;
  Outgoing notice(std::move(message), {Transport::Nature::Kind::kNotice, 0});
  notice.cleanup = std::move(written);
  if (!queue_.try_push(std::move(notice))) return false;
  bytes_ += size;
  return true;
}

}  // namespace runtime::mcp
