#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runtime/core/async/channel.hpp"
#include "runtime/mcp/rpc/transport.hpp"
#include "runtime/mcp/server/call.hpp"

namespace runtime::mcp {

// A message on its way out and what is to be done when it has left.
struct Outgoing {
  Outgoing() = default;
  explicit Outgoing(Segments segments, Transport::Nature nature = {})
      : message{std::move(segments), nature} {}

  bool empty() const { return message.segments.empty(); }

  Transport::Message message;  // without segments: a reply that is not to be sent
  Cleanup cleanup;
};

// The replies of one batch, sent as one message when the last is there. Shared by the calls of the
// batch.
struct Batch {
  explicit Batch(std::size_t replies_expected) : expected(replies_expected) {}

  std::size_t expected;
  std::vector<Segments> replies;
  Cleanup cleanup;
};

// The one way out of a session: a bounded queue and the task that empties it into the transport.
class Outbox {
 public:
  static constexpr std::size_t kCapacity = 64;
  // Messages that are ready together are written together, up to this many bytes of text.
  static constexpr std::size_t kTogether = 64 << 10;

  explicit Outbox(Transport& transport) : transport_(transport), queue_(kCapacity) {}

  // Writes until the box is closed and empty or the client is gone. `written` is called after each
  // write and at the end.
  Task<void> run(std::function<void()> written);

  // Waits for room. Dropped when the client is gone.
  Task<void> send(Outgoing message, std::shared_ptr<Batch> batch);
  // For notifications, which must not crowd out answers: false when the box is half full. `written`
  // runs when the message has left.
  bool offer(Segments message, Cleanup written = {});

  // Of all messages that have not left, those that wait for room too; a picture counts as what it
  // is.
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
