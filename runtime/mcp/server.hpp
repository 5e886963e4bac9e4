#pragma once

#include <map>
#include <memory>
#include <string>

#include "runtime/core/channel.hpp"
#include "runtime/core/nursery.hpp"
#include "runtime/core/workers.hpp"
#include "runtime/mcp/dialect.hpp"
#include "runtime/mcp/outbox.hpp"
#include "runtime/mcp/registry.hpp"
#include "runtime/mcp/transport.hpp"

namespace runtime::mcp {

// One session: reads messages from a transport, runs every tool call as a task of its own, and
// writes the answers in the order in which they are ready. Bad input is answered or ignored, and
// never ends the session.
class Server {
 public:
  // At most this many calls, and this many bytes of their arguments, are in flight; beyond that
  // reading pauses.
  static constexpr std::size_t kMaxCalls = 256;
  static constexpr std::size_t kMaxBytes = 64 << 20;
  // Longer lines are parsed on a thread of their own: the longest would block the loop for 200 ms.
  static constexpr std::size_t kLongLine = 256 << 10;
  // Seconds, after the client's end: calls may finish, then wind up after a cancel, then answers
  // are flushed.
  static constexpr double kFinish = 0.4;
  static constexpr double kWindUp = 0.15;
  static constexpr double kFlush = 0.2;

  // All must outlive the server.
  Server(Registry& registry, Dialect& dialect, Transport& transport)
      : registry_(registry),
        dialect_(dialect),
        transport_(transport),
        outbox_(transport),
        changed_(1) {}
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Until the client has finished, is gone, or the surrounding scope is cancelled (which throws
  // Cancelled); in each case within a second, with nothing left running. Once for each server.
  Task<void> serve();

  std::size_t in_flight() const { return open_; }

 private:
  class Call;
  class Notifier;

  Task<void> read();
  Task<void> take(std::string text);
  Task<Incoming> parse(std::string text);
  Task<void> handle(Message message, std::shared_ptr<Batch> batch, std::size_t bytes);
  Segments answer(Message& message, const std::shared_ptr<Batch>& batch, std::size_t bytes);
  void start(const Id& id, Request request, std::shared_ptr<Batch> batch, std::size_t bytes);
  void notified(const Message& message);

  Task<void> run_call(std::unique_ptr<Call> call, Request request, std::shared_ptr<Batch> batch);
  Task<Outgoing> perform(Call* call, Request request);
  Segments result(const Id& id, Value value) const;
  Segments error(const std::optional<Id>& id, const RpcError& failure) const;

  Task<void> wind_up();
  Task<void> until_idle();
  Task<void> until_flushed();
  bool crowded() const;

  Registry& registry_;
  Dialect& dialect_;
  Transport& transport_;
  Outbox outbox_;
  Channel<bool> changed_;  // rung whenever a call ends or a message has left
  std::map<Id, Call*> calls_;
  std::size_t open_ = 0;
  std::size_t bytes_ = 0;
  Nursery* nursery_ = nullptr;
  Workers* parsers_ = nullptr;
};

}  // namespace runtime::mcp
