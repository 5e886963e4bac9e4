#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <string>

#include "runtime/core/async/channel.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/workers.hpp"
#include "runtime/mcp/catalog/catalog.hpp"
#include "runtime/mcp/dialect/dialect.hpp"
#include "runtime/mcp/rpc/in_flight.hpp"
#include "runtime/mcp/rpc/outbox.hpp"
#include "runtime/mcp/rpc/transport.hpp"

namespace runtime::mcp {

// One connection of a session: reads messages from a transport, runs each request that takes time
// as a separate task, and writes the answers as they become ready. Answers or ignores bad input,
// which never ends the session. A session over several connections has one server for each; they
// share the dialect and the requests in flight.
class Server {
 public:
  // At most this many calls run at the same time; others wait. Each further call also pauses
  // reading until a call ends, but not when none ends for kStall seconds: the messages that end
  // slow calls (a cancellation, an answer to a question, the end of the input) arrive on the same
  // input.
  static constexpr std::size_t kMaxRunning = 256;
  static constexpr double kStall = 0.1;
  // No further call begins while this many bytes of answers wait for a client that does not read
  // them.
  static constexpr std::size_t kMaxAnswers = 16 << 20;
  // At most this many calls, and this many bytes of their arguments, are in flight; beyond that,
  // reading pauses.
  static constexpr std::size_t kMaxCalls = 4096;
  static constexpr std::size_t kMaxBytes = 64 << 20;
  // Longer lines are parsed on a separate thread: the longest would block the loop for 200 ms.
  static constexpr std::size_t kLongLine = 256 << 10;
  // Seconds after the client's end: calls may finish, then clean up after a cancellation, then
  // answers are flushed.
  static constexpr double kFinish = 0.4;
  static constexpr double kWindUp = 0.15;
  static constexpr double kFlush = 0.2;
  // Seconds without a message being sent, after which a client that has finished is considered not
  // to read the remaining answers.
  static constexpr double kUntaken = 2;

  struct Settings {
    // Whether the client is notified of changes on this connection.
    bool announces = true;
    // Shared by the connections of one session; null: this connection is the session.
    InFlight* in_flight = nullptr;
    // The session's owner; nothing: the connection is a session by itself.
    std::optional<Owner> session = {};
    std::string peer = {};  // of all callers on this connection, see Caller
  };

  // All parameters must outlive the server.
  Server(Catalog& catalog, Dialect& dialect, Transport& transport)
      : Server(catalog, dialect, transport, Settings()) {}
  Server(Catalog& catalog, Dialect& dialect, Transport& transport, Settings settings);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Runs until the client finishes or disconnects, or the surrounding scope is cancelled (which
  // throws Cancelled). Ends within a second in each case, or up to twice kUntaken later when the
  // client does not read, and leaves nothing running. Call once.
  Task<void> serve();

  // The same for a connection that carries one message, of `size` bytes: runs until its answer has
  // been passed to the transport. Does not read the transport.
  Task<void> serve_one(Incoming incoming, std::size_t size);

  // Returns the number of requests in progress, without subscriptions.
  std::size_t in_flight() const { return open_; }

 private:
  class Call;
  class Notifier;

  Task<void> serve_while(Task<void> reader);
  Task<void> read();
  Task<void> read_one(Incoming incoming, std::size_t size);
  Task<void> take_line(std::string text);
  Task<void> take(Incoming incoming, std::size_t size);
  Task<Incoming> parse(std::string text);
  Task<void> handle(Message message, std::shared_ptr<Batch> batch, std::size_t bytes);
  Outgoing answer(Message& message, const std::shared_ptr<Batch>& batch, std::size_t bytes);
  void start(const Id& id, Request request, std::shared_ptr<Batch> batch, std::size_t bytes);
  void notified(const Message& message);

  Task<void> run_call(std::unique_ptr<Call> call, Request request, std::shared_ptr<Batch> batch);
  Task<Outgoing> reply_to(Call* call, Request request);
  Value result_for(const Request& request, const CallContext& context, const Notifier& notifier,
                   Value value, std::exception_ptr failure) const;

  // Subscriptions and their notifications.
  Task<void> run_listen(std::unique_ptr<Call> call, Request request);
  Task<void> hold(Call* call);
  void end_listens();
  bool concerns(const Change& change) const;
  void announce(const Change& change);
  void send_notices();
  Outgoing result(const Id& id, Value value) const;
  Outgoing error(const std::optional<Id>& id, const RpcError& failure) const;

  Task<void> wind_up();
  Task<void> until_idle();
  Task<void> until_flushed();
  Task<void> until_room();
  Task<void> until_one_ends();
  Task<void> until_its_turn(Call* call);
  Task<void> until_changed();
  Task<void> send_at_once(Outgoing reply, std::shared_ptr<Batch> batch);
  bool crowded() const;

  Catalog& catalog_;
  Dialect& dialect_;
  Transport& transport_;
  Outbox outbox_;
  Channel<bool> changed_;  // notified whenever a call ends or a message has been sent
  std::chrono::steady_clock::time_point left_at_;  // when the last message was sent
  std::optional<Owners::Lease> own_session_;
  Owner session_;
  std::string peer_;
  InFlight own_in_flight_;
  InFlight& in_flight_;
  Condition ending_;  // wakes the subscriptions when the server ends them
  bool ended_ = false;
  std::deque<Notice> notices_;  // waiting for room, each once
  bool announces_;
  std::size_t open_ = 0;
  std::size_t running_ = 0;
  Condition vacant_;      // wakes calls that wait for their turn
  Condition one_ended_;   // wakes the reader
  bool added_ = false;    // the last message read has added a call
  bool stalled_ = false;  // no call has ended while reading was paused
  std::size_t listening_ = 0;
  std::size_t bytes_ = 0;
  Loop* loop_ = nullptr;
  Nursery* nursery_ = nullptr;
  Workers* parsers_ = nullptr;
};

}  // namespace runtime::mcp
