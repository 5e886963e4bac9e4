#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/core/async/cancel.hpp"
#include "runtime/core/async/task.hpp"
#include "runtime/core/caller.hpp"
#include "runtime/core/value/value.hpp"
#include "runtime/mcp/server/owners.hpp"

namespace runtime::mcp {

// The severities of MCP's logging (RFC 5424).
enum class LogLevel { kDebug, kInfo, kNotice, kWarning, kError, kCritical, kAlert, kEmergency };
std::string_view name_of(LogLevel level);
std::optional<LogLevel> parse_log_level(std::string_view name);

// Actions to run once a reply has reached the client, or cannot be sent any more. The destructor
// runs them in the order of adding.
class Cleanup {
 public:
  Cleanup() = default;
  Cleanup(Cleanup&& other) noexcept : actions_(std::exchange(other.actions_, {})) {}
  Cleanup& operator=(Cleanup&& other) noexcept;
  ~Cleanup() { run(); }

  // `action` may throw only std::exception, which is ignored.
  void add(std::function<void()> action) { actions_.push_back(std::move(action)); }
  void add(Cleanup other);
  void run() noexcept;

 private:
  std::vector<std::function<void()>> actions_;
};

// The client's description of itself.
struct ClientInfo {
  std::string name;
  std::string version;
  Value capabilities;
};

// Receives the notifications of one call. Implemented by the session, and by the command line.
class CallSink {
 public:
  virtual bool wants_progress() const = 0;
  virtual void progress(double done, std::optional<double> total, const std::string& message) = 0;
  virtual bool wants_log(LogLevel level) const = 0;
  virtual void log(LogLevel level, const std::string& message) = 0;
  // See CallContext::ask().
  virtual Task<Value> ask(Value questions);

 protected:
  ~CallSink() = default;
};

// The context of a handler's call besides its arguments. Lives as long as the call.
class CallContext {
 public:
  // `scope` is the call's own cancel scope. Without a sink, progress and log lines are dropped.
  CallContext(Caller caller, std::shared_ptr<const ClientInfo> client, Cancel& scope,
              CallSink* sink = nullptr)
      : caller_(std::move(caller)), client_(std::move(client)), scope_(scope), sink_(sink) {}
  CallContext(const CallContext&) = delete;
  CallContext& operator=(const CallContext&) = delete;

  const Caller& caller() const { return caller_; }
  // Returns whether another handler's script made the call; the result then goes only to that
  // script.
  bool nested() const { return nested_; }
  void set_nested() { nested_ = true; }
  // Returns the session of the call, or kNobody.
  Owner session() const { return session_; }
  void set_session(Owner session) {
    session_ = session;
    caller_.session = session > 0 ? session : 0;
  }
  // Returns the client, without a name if it has not given one.
  const ClientInfo& client() const;
  Cancel& scope() { return scope_; }
  bool cancelled() const { return scope_.fired(); }

  // Sends progress if the client asked for it, the call is not cancelled, `done` is larger than the
  // last one sent, and kProgressInterval has passed since then or `done` has reached `total`.
  void progress(double done, std::optional<double> total = {}, const std::string& message = {});
  static constexpr std::chrono::milliseconds kProgressInterval{20};

  // Sends a log line if the client wants lines of this level and the call is not cancelled.
  void log(LogLevel level, const std::string& message);

  // For a handler that depends on these capabilities of the client (a record like {sampling = {}}).
  // Returns false, and records it, when the client lacks one.
  bool require(const Value& capabilities);
  // Returns the missing capabilities; nil when none is missing.
  const Value& lacking() const { return lacking_; }

  // Returns the client's answers to `questions` (see question.hpp), by their keys. If the client
  // answers by repeating the request, the handler ends here with an Error, even if it catches it,
  // and is run again with the answers: so it must have no effects before. Throws Error
  // "UNSUPPORTED" when the client cannot be asked, and when it refuses.
  Task<Value> ask(Value questions);

  // Runs `action` when the reply has been written, or when there will be none.
  void after_reply(std::function<void()> action) { cleanup_.add(std::move(action)); }
  // Kept by the writer of the reply until it is written.
  Cleanup take_cleanup() { return std::move(cleanup_); }

 private:
  Caller caller_;
  bool nested_ = false;
  Owner session_ = kNobody;
  std::shared_ptr<const ClientInfo> client_;
  Cancel& scope_;
  CallSink* sink_;
  Cleanup cleanup_;
  Value lacking_;
  std::optional<double> last_done_;
  std::chrono::steady_clock::time_point last_sent_;
};

}  // namespace runtime::mcp
