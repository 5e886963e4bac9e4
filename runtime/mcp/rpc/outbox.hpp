#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runtime/core/async/channel.hpp"
#include "runtime/mcp/rpc/transport.hpp"
#include "runtime/mcp/server/call_context.hpp"

namespace runtime::mcp {

// An outgoing message and the actions to run once it is written.
struct Outgoing {
  Outgoing() = default;
  explicit Outgoing(Segments segments, Transport::Nature nature = {})
      : message{std::move(segments), nature} {}

  bool empty() const { return message.segments.empty(); }

  Transport::Message message;  // without segments: a reply that is not to be sent
  Cleanup cleanup;
};

// The replies to one batch, sent as one message when the last is there. Shared by the calls of the
// batch.
struct Batch {
  explicit Batch(std::size_t replies_expected) : expected(replies_expected) {}

  std::size_t expected;
  std::vector<Segments> replies;
  Cleanup cleanup;
};

// The only way out of a session: a bounded queue and the task that writes it to the transport.
class Outbox {
 public:
  static constexpr std::size_t kCapacity = 64;
  // Messages that are ready at the same time are written together, up to this many bytes of text.
  static constexpr std::size_t kTogether = 64 << 10;

  explicit Outbox(Transport& transport) : transport_(transport), queue_(kCapacity) {}

  // Writes until the outbox is closed and empty or the client has disconnected. Calls `written`
  // after each write and at the end.
  Task<void> run(std::function<void()> written);

  // Waits for room. Drops the message if the client has disconnected.
  Task<void> send(Outgoing message, std::shared_ptr<Batch> batch);
  // For notifications, which must not crowd out answers: returns false when the outbox is half
  // full. `written` runs when the message has been written.
  bool offer(Segments message, Cleanup written = {});

  // Returns the bytes of all unwritten messages, including those waiting for room; pictures count
  // in full.
  std::size_t bytes() const { return bytes_; }
  bool full() const { return queue_.size() >= kCapacity && !queue_.closed(); }
  void close() { queue_.close(); }
  bool finished() const { return finished_; }
  bool client_gone() const { return gone_; }

 private:
  Task<bool> write(Outgoing first);

  Transport& transport_;
  Channel<Outgoing> queue_;
  std::size_t bytes_ = 0;
  bool finished_ = false;
  bool gone_ = false;
};

}  // namespace runtime::mcp
