#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>

#include "runtime/core/async/condition.hpp"
#include "runtime/mcp/rpc/transport.hpp"

namespace runtime::http {

// A queue of messages between the server that creates them and the connection that carries them,
// which may be replaced: those that answer one POST, or those of a session that answer no request.
// Shared by both.
class ReplyStream {
 public:
  // While there is a reader, a writer waits at this many unread messages; the limits of everything
  // kept.
  static constexpr std::size_t kUnread = 16;
  static constexpr std::size_t kKept = 64;
  static constexpr std::size_t kKeptBytes = 24 << 20;

  struct Event {
    std::uint64_t number;  // from 1
    std::size_t bytes;
    mcp::Transport::Nature nature;
    mcp::Segments message;
  };

  // `resumable`: keeps messages that were read, for a client that reconnects.
  ReplyStream(std::uint64_t id, bool resumable) : id_(id), resumable_(resumable) {}

  std::uint64_t id() const { return id_; }
  bool resumable() const { return resumable_; }

  // For the writer.
  Task<void> push(mcp::Segments message, mcp::Transport::Nature nature);
  void finish();
  bool finished() const { return finished_; }
  // Returns whether the answer itself is among the events.
  bool answered() const { return answered_; }
  std::chrono::steady_clock::time_point finished_at() const { return finished_at_; }

  // For the reader. Returns the first event after that number, or null.
  const Event* after(std::uint64_t number) const;
  void read_up_to(std::uint64_t number);
  std::uint64_t read() const { return read_; }
  std::size_t size() const { return events_.size(); }
  // Registers a reader and returns its turn. The previous reader, whose turn is no longer current,
  // must stop.
  std::uint64_t attach();
  void detach(std::uint64_t turn);
  bool current(std::uint64_t turn) const { return turn_ == turn; }
  bool attached() const { return attached_; }

  // Notified of every change.
  Condition changed;

 private:
  void trim();

  std::uint64_t id_;
  bool resumable_;
  bool finished_ = false;
  bool answered_ = false;
  std::chrono::steady_clock::time_point finished_at_;
  bool attached_ = false;
  std::uint64_t turn_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t read_ = 0;
  std::size_t bytes_ = 0;
  std::deque<Event> events_;
};

// Writes the server's messages to a stream. Delivers none to the server, which receives them in
// other ways or not at all.
class StreamTransport : public mcp::Transport {
 public:
  static constexpr std::size_t kLimit = 16 << 20;

  explicit StreamTransport(std::shared_ptr<ReplyStream> stream) : stream_(std::move(stream)) {}

  Task<std::optional<Line>> next() override;
  Task<bool> write(std::vector<Message> messages) override;
  std::size_t limit() const override { return kLimit; }

 private:
  std::shared_ptr<ReplyStream> stream_;
};

}  // namespace runtime::http
