#pragma once

#include <memory>
#include <string>

#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/workers.hpp"
#include "runtime/http/server/mcp/delivery.hpp"
#include "runtime/http/server/mcp/http_session.hpp"
#include "runtime/http/server/mcp/settings.hpp"
#include "runtime/http/server/transport/access.hpp"
#include "runtime/mcp/dialect/stateless.hpp"
#include "runtime/mcp/server/server.hpp"

namespace runtime::http {

// MCP's Streamable HTTP at the path /mcp: both generations, for any number of connections. Serves
// the stateless generation request by request, the other in sessions, whose calls continue when
// their connection breaks.
class Endpoint {
 public:
  static constexpr std::size_t kMaxBody = 16 << 20;
  static constexpr std::size_t kMaxBytes = 128 << 20;  // of all bodies at a time
  static constexpr int kMaxCalls = 256;
  static constexpr std::size_t kLongBody = 256
                                           << 10;  // longer ones are parsed on a separate thread

  // All parameters must outlive the endpoint.
  Endpoint(const Context& context, mcp::Catalog& catalog, const mcp::ServerInfo& info,
           const ServerSettings& settings, AccessRules rules);
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  // Serves one connection until it ends or the surrounding scope is cancelled.
  Task<void> converse(std::unique_ptr<ByteChannel> channel, Peer peer);

  // Refuses further requests; those in progress are answered, or abandoned at the next
  // cancellation.
  void stop() { stopping_ = true; }
  void cancel_calls() { work_scope_.fire(); }
  bool busy() const { return exchanges_ > 0; }

 private:
  struct Job;
  class Reservation;
  class Counted;

  Task<void> talk(HttpConnection* connection, const Peer* peer);
  Task<bool> exchange(HttpConnection* connection, const Peer* peer, const RequestHead* head);
  Task<bool> post(HttpConnection* connection, const RequestHead* head);
  Task<bool> get(HttpConnection* connection, const RequestHead* head);
  Task<bool> end_session(HttpConnection* connection, const RequestHead* head);
  Task<mcp::Incoming> parse(std::string text);

  Task<bool> post_stateless(HttpConnection* connection, const RequestHead* head,
                            mcp::Incoming incoming, std::size_t size);
  Task<bool> post_in_session(HttpConnection* connection, const RequestHead* head,
                             mcp::Incoming incoming, std::size_t size);
  Task<bool> answer_in_session(HttpConnection* connection, const RequestHead* head,
                               mcp::Incoming incoming, std::size_t size,
                               std::shared_ptr<HttpSession> session);
  Task<bool> reply(HttpConnection* connection, const RequestHead* head, int status);
  Task<bool> reply_error(HttpConnection* connection, const RequestHead* head, int status,
                         std::optional<mcp::Id> id, mcp::RpcError error);

  std::shared_ptr<HttpSession> session_of(const RequestHead& head) const;
  std::shared_ptr<HttpSession> begin_session();
  Task<void> run_standing(std::shared_ptr<HttpSession> session);
  Task<void> run_job(std::shared_ptr<Job> job, mcp::Incoming incoming, std::size_t size);
  Task<void> sweep();
  bool keeps(const RequestHead& head) const { return head.keep_alive && !stopping_; }

  mcp::Catalog& catalog_;
  const mcp::ServerInfo& info_;
  const ServerSettings& settings_;
  AccessRules rules_;
  std::string peer_;  // see Caller
  Cancel work_scope_;
  Workers parsers_;
  StreamSlots slots_;
  Sessions sessions_;
  std::size_t bytes_ = 0;
  int calls_ = 0;
  int connections_ = 0;
  int exchanges_ = 0;
  bool stopping_ = false;
  Nursery work_;  // last: its tasks use the rest
};

}  // namespace runtime::http
