#pragma once

#include "runtime/mcp/server/progress.hpp"
#include "runtime/mcp/server/server.hpp"

namespace runtime::mcp {

// One request in progress: its id, by which the client can cancel it, and its place among the
// counted ones. Owned by the request's task.
class Server::Call {
 public:
  enum class Kind { kWork, kListen };
  Call(Server& server, Id id, std::size_t bytes, Kind kind);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const Id& id() const { return entry_.id(); }
  Cancel& scope() { return scope_; }
  bool withdrawn() const { return entry_.withdrawn(); }
  // Ignores cancellations from now on.
  void settle() { entry_.settle(); }
  // Counts it as running from now on.
  void begin();

 private:
  Server& server_;
  bool running_ = false;
  std::size_t& count_;
  std::size_t bytes_;
  Cancel scope_;
  InFlight::Entry entry_;
};

// Sends a call's progress, log lines and questions to the client.
class Server::Notifier : public CallSink {
 public:
  Notifier(Server& server, const Request& request, const Cancel& scope)
      : server_(server),
        request_(request),
        progress_(*server.loop_, server.outbox_, server.transport_, scope, request.progress_token) {
  }

  bool wants_progress() const override { return progress_.wanted(); }
  void progress(double done, std::optional<double> total, const std::string& message) override {
    progress_.send(done, total, message);
  }
  Task<void> finish_progress() { return progress_.finish(); }
  bool wants_log(LogLevel level) const override;
  void log(LogLevel level, const std::string& message) override;
  Task<Value> ask(Value questions) override;
  // Returns the questions that the client must answer before the handler can continue, or nil.
  const Value& open() const { return open_; }

 private:
  Task<Value> ask_now(Value questions);
  Value ask_again(const Value& questions);
  void withdraw(const Id& question);

  Server& server_;
  const Request& request_;
  ProgressSender progress_;
  Value open_;
};

}  // namespace runtime::mcp
