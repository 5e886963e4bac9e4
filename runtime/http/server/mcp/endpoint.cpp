#include "runtime/http/server/mcp/endpoint.hpp"

#include <exception>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/core/value/sha256.hpp"
#include "runtime/http/server/mcp/endpoint_parts.hpp"
#include "runtime/http/server/transport/reply.hpp"

namespace runtime::http {

namespace {

constexpr double kSweep = 15;  // seconds
constexpr int kCrowd = 64;     // connections; above this, silence is tolerated for a shorter time

std::string rpc_text(const mcp::Segments& segments) {
  std::string text;
  for (const json::Segment& segment : segments) text += std::get<std::string>(segment);
  return text;
}

// Returns what all clients have in common that the name they give themselves cannot change.
std::string peer_of(const AccessRules& rules, const ServerSettings& settings) {
  if (rules.token.empty()) return "socket " + settings.address;
  constexpr std::size_t kDigits = 16;  // enough to tell tokens apart, too few to test guesses
  return "token " + hexadecimal(sha256(rules.token)).substr(0, kDigits);
}

bool is_newest(const HttpSession& session) { return session.dialect.version() >= "2025-11-25"; }

}  // namespace

Endpoint::Endpoint(const Context& context, mcp::Catalog& catalog, const mcp::ServerInfo& info,
                   const ServerSettings& settings, AccessRules rules)
    : catalog_(catalog),
      info_(info),
      settings_(settings),
      rules_(std::move(rules)),
      peer_(peer_of(rules_, settings)),
      parsers_(*context.loop, "json", 1),
      work_(Context{context.loop, &work_scope_}) {
  work_.start(sweep());
}

Task<void> Endpoint::sweep() {
  for (;;) {
    co_await sleep(std::min(kSweep, settings_.session_life / 2));
    sessions_.end_idle(settings_.session_life);
  }
}

Task<void> Endpoint::converse(std::unique_ptr<ByteChannel> channel, Peer peer) {
  HttpConnection connection(std::move(channel));
  ++connections_;
  const std::shared_ptr<void> leaving(nullptr, [this](void*) { --connections_; });
  double patience = HttpConnection::kClose;
  std::exception_ptr failure;
  Task<void> talking = talk(&connection, &peer);
  try {
    co_await std::move(talking);
  } catch (const std::exception&) {
    failure = std::current_exception();
    patience = HttpConnection::kCloseAtEnd;
  }
  Task<void> closing = connection.close(patience);
  co_await shield(2 * patience, std::move(closing));
  if (failure) std::rethrow_exception(failure);
}

Task<void> Endpoint::talk(HttpConnection* connection, const Peer* peer) {
  std::optional<Refusal> refusal;
  bool head_only = false;
  try {
    for (bool more = true; more && !stopping_;) {
      // Prevents silent connections from blocking others for long.
      const bool hurried = connections_ > kCrowd || !may_be_served(*peer, rules_);
      const double patience = hurried ? HttpConnection::kIdleInACrowd : HttpConnection::kIdle;
      const std::optional<RequestHead> head = co_await connection->next(patience);
      if (!head) break;
      head_only = head->method == "HEAD";
      more = co_await exchange(connection, peer, &*head);
    }
  } catch (const Refusal& failure) {
    refusal.emplace(failure);
  }
  if (refusal) {
    std::string text = short_reply(refusal->status, refusal->fields, "text/plain; charset=utf-8",
                                   refusal->text + "\n", false);
    if (head_only) text.erase(text.find("\r\n\r\n") + 4);
    co_await connection->send(std::move(text));
    co_await connection->linger();
  }
}

Task<bool> Endpoint::exchange(HttpConnection* connection, const Peer* peer,
                              const RequestHead* head) {
  const Counted counted(exchanges_);
  check_access(*head, rules_, *peer);
  if (head->path != "/mcp") throw Refusal(404, "nothing here; MCP is served at /mcp");
  Task<bool> work;
  if (head->method == "POST")
    work = post(connection, head);
  else if (head->method == "GET")
    work = get(connection, head);
  else if (head->method == "DELETE")
    work = end_session(connection, head);
  else
    throw Refusal(405, "only POST, GET and DELETE are served here",
                  {{"Allow", "POST, GET, DELETE"}});
  const bool more = co_await std::move(work);
  co_return more;
}

Task<bool> Endpoint::reply(HttpConnection* connection, const RequestHead* head, int status) {
  const bool keep = keeps(*head);
  std::string text = short_reply(status, Fields(), "", "", keep);
  const bool sent = co_await connection->send(std::move(text));
  co_return sent&& keep;
}

Task<bool> Endpoint::reply_error(HttpConnection* connection, const RequestHead* head, int status,
                                 std::optional<mcp::Id> id, mcp::RpcError error) {
  const bool keep = keeps(*head);
  const std::string body = rpc_text(mcp::write_error(id, error, mcp::NoId::kOmitted));
  std::string text = short_reply(status, Fields(), "application/json", body, keep);
  const bool sent = co_await connection->send(std::move(text));
  co_return sent&& keep;
}

// Throws Refusal for a GET or DELETE without a valid session.
std::shared_ptr<HttpSession> Endpoint::session_of(const RequestHead& head) const {
  const std::string* version = find_field(head.fields, "mcp-protocol-version");
  if (version && *version == mcp::StatelessDialect::kVersion)
    throw Refusal(405, "this revision of MCP has only POST", {{"Allow", "POST"}});
  const std::string* id = head.only("mcp-session-id");
  if (!id) throw Refusal(400, "the Mcp-Session-Id field is missing");
  std::shared_ptr<HttpSession> session = sessions_.find(*id);
  if (!session) throw Refusal(404, "there is no such session, or it is over");
  return session;
}

Task<bool> Endpoint::end_session(HttpConnection* connection, const RequestHead* head) {
  const std::shared_ptr<HttpSession> session = session_of(*head);
  co_await connection->body(*head, HttpConnection::kAhead);
  sessions_.end(session->id);
  const bool more = co_await reply(connection, head, 204);
  co_return more;
}

Task<bool> Endpoint::get(HttpConnection* connection, const RequestHead* head) {
  const std::shared_ptr<HttpSession> session = session_of(*head);
  const std::optional<std::string> accept = head->list("accept");
  if (accept && !accepts(*accept, "text/event-stream"))
    throw Refusal(406,
                  "a GET is answered with text/event-stream; the Accept field does not allow it");
  if (slots_.full())
    throw Refusal(503, "too many streams are open; try again later", {{"Retry-After", "1"}});
  co_await connection->body(*head, HttpConnection::kAhead);
  std::shared_ptr<ReplyStream> stream = session->standing;
  Delivery::Plan plan;
  plan.after = stream->read();
  if (const std::string* last = find_field(head->fields, "last-event-id")) {
    const auto place = parse_place(*last);
    stream = place ? session->find_stream(place->stream) : nullptr;
    if (!stream) throw Refusal(400, "the Last-Event-ID names no stream of this session");
    plan.after = place->number;
  }
  plan.keep_alive = keeps(*head);
  plan.events_only = plan.event_ids = true;
  plan.primed = is_newest(*session);
  plan.poll_after = is_newest(*session) ? settings_.poll_after : 0;
  const Use use(session);
  session->worked = true;
  Delivery delivery(*connection, stream, slots_, std::move(plan));
  const bool more = co_await delivery.run();
  co_return more;
}

// Serves messages that belong to no request: notifications of changes.
Task<void> Endpoint::run_standing(std::shared_ptr<HttpSession> session) {
  StreamTransport transport(session->standing);
  mcp::Server::Settings settings;
  settings.in_flight = &session->in_flight;
  settings.session = session->owner;
  settings.peer = peer_;
  mcp::Server server(catalog_, session->dialect, transport, settings);
  Task<void> serving = server.serve();
  try {
    co_await std::move(serving).under(session->scope);
  } catch (const Cancelled&) {
    // The session has ended.
  } catch (const std::exception& failure) {
    log::error("internal error in a session's stream", Value(failure.what()));
  }
}

std::shared_ptr<HttpSession> Endpoint::begin_session() {
  std::shared_ptr<HttpSession> session = sessions_.begin(catalog_.owners, info_, work_scope_);
  if (!session)
    throw Refusal(503, "too many sessions are in use; try again later", {{"Retry-After", "1"}});
  work_.start(run_standing(session));
  return session;
}

// Must not throw: one call's failure must not end the others.
Task<void> Endpoint::run_job(std::shared_ptr<Job> job, mcp::Incoming incoming, std::size_t size) {
  StreamTransport transport(job->stream);
  mcp::Server::Settings settings;
  settings.announces = job->session == nullptr;
  settings.session = job->session ? job->session->owner : mcp::kNobody;
  settings.peer = peer_;
  if (job->session) settings.in_flight = &job->session->in_flight;
  mcp::Dialect* dialect = &job->stateless;
  if (job->session) dialect = &job->session->dialect;
  mcp::Server server(catalog_, *dialect, transport, settings);
  Task<void> serving = server.serve_one(std::move(incoming), size);
  try {
    co_await std::move(serving).under(job->scope);
  } catch (const Cancelled&) {
    // The client no longer waits for it.
  } catch (const std::exception& failure) {
    log::error("internal error in an HTTP request", Value(failure.what()));
  }
  job->stream->finish();
  // The connection may keep the job alive while it delivers.
  job->use.reset();
}

}  // namespace runtime::http
