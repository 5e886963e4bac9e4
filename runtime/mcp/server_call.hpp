#pragma once

#include "runtime/mcp/server.hpp"

namespace runtime::mcp {

// One tool call in flight: its id, by which the client can cancel it, and its place among the calls
// that are counted. Owned by the call's task.
class Server::Call {
 public:
  Call(Server& server, Id id, std::size_t bytes);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const Id& id() const { return id_; }
  Cancel& scope() { return scope_; }
  // From now on a cancellation comes too late.
  void settle();

 private:
  Server& server_;
  Id id_;
  std::size_t bytes_;
  Cancel scope_;
  bool settled_ = false;
};

// Sends a call's progress and log lines to the client.
class Server::Notifier : public CallSink {
 public:
  Notifier(Server& server, const Request& request) : server_(server), request_(request) {}

  bool wants_progress() const override { return !request_.progress_token.is_nil(); }
  void progress(double done, std::optional<double> total, const std::string& message) override;
  bool wants_log(LogLevel level) const override;
  void log(LogLevel level, const std::string& message) override;

 private:
  Server& server_;
  const Request& request_;
};

}  // namespace runtime::mcp
