#include "runtime/http/server/mcp/endpoint_parts.hpp"
#include "runtime/http/server/mcp/mcp_headers.hpp"
#include "runtime/http/server/transport/reply.hpp"

namespace runtime::http {

namespace {

using mcp::Incoming;
using mcp::Message;
using mcp::RpcError;

void check_post(const RequestHead& head) {
  const std::string* type = head.only("content-type");
  if (!type || !is_media_type(*type, "application/json"))
    throw Refusal(415, "the body must be application/json; the Content-Type field does not say so");
  const std::string* coding = find_field(head.fields, "content-encoding");
  if (coding && lower_case(*coding) != "identity")
    throw Refusal(415, "a body must not be compressed", {{"Accept-Encoding", "identity"}});
  const std::optional<std::string> accept = head.list("accept");
  if (accept && !(accepts(*accept, "application/json") && accepts(*accept, "text/event-stream")))
    throw Refusal(406, "the Accept field must allow both application/json and text/event-stream");
}

bool is_stateless(const RequestHead& head, const Incoming& incoming) {
  const std::string* version = find_field(head.fields, "mcp-protocol-version");
  if (version && *version == mcp::StatelessDialect::kVersion) return true;
  if (incoming.batch) return false;
  const Message& message = incoming.messages[0];
  if (mcp::StatelessDialect::speaks(message)) return true;
  const bool probe =
      message.method == "server/discover" || message.method == "subscriptions/listen";
  return probe && !find_field(head.fields, "mcp-session-id");
}

// Returns whether a request has valid members of the stateless generation in "_meta".
bool has_sound_meta(const Message& message) {
  const Value& meta = message.params["_meta"];
  const Value& client = meta["io.modelcontextprotocol/clientInfo"];
  return meta["io.modelcontextprotocol/protocolVersion"].string() &&
         meta["io.modelcontextprotocol/clientCapabilities"].record() &&
         (client.absent() || (client["name"].string() && client["version"].string()));
}

// Returns the HTTP status of a stateless answer for its error code.
int stateless_status(int code, bool sound_meta) {
  switch (code) {
    case mcp::kMethodNotFound:
      return 404;
    case mcp::kInvalidParams:
      return sound_meta ? 200 : 400;
    case mcp::kHeaderMismatch:
    case mcp::kMissingCapability:
    case mcp::kUnsupportedVersion:
    case mcp::kInvalidRequest:
      return 400;
    default:
      return 200;
  }
}

bool has_requests(const Incoming& incoming) {
  for (const Message& message : incoming.messages)
    if (message.kind == Message::Kind::kRequest || message.kind == Message::Kind::kInvalid)
      return true;
  return false;
}

RpcError invalid_request(const std::string& why) {
  return RpcError(mcp::kInvalidRequest, "Invalid request: " + why);
}

// Returns why a message is not a valid request of the stateless generation.
std::optional<RpcError> stateless_fault(const RequestHead& head, const Incoming& incoming,
                                        const mcp::Catalog& catalog) {
  const Message& message = incoming.messages[0];
  if (incoming.batch) return invalid_request("this protocol revision has no batches");
  if (message.kind == Message::Kind::kResponse)
    return invalid_request("this protocol revision has no responses of clients");
  try {
    check_mcp_headers(head, message, catalog);
    return std::nullopt;
  } catch (const RpcError& mismatch) {
    return mismatch;
  }
}

}  // namespace

Task<Incoming> Endpoint::parse(std::string text) {
  if (text.size() <= kLongBody) co_return mcp::read_message(text);
  const auto shared = std::make_shared<const std::string>(std::move(text));
  const auto job = [shared](const Stop&) { return mcp::read_message(*shared); };
  Incoming incoming = co_await parsers_.run(job);
  co_return incoming;
}

Task<bool> Endpoint::post(HttpConnection* connection, const RequestHead* head) {
  check_post(*head);
  Reservation reserved(*this);
  const HttpConnection::Growth grown = [&reserved](std::size_t bytes) { reserved.set(bytes); };
  std::string text = co_await connection->body(*head, kMaxBody, grown);
  const std::size_t size = text.size();
  reserved.set(size);
  Incoming incoming = co_await parse(std::move(text));
  if (!incoming.batch && incoming.messages[0].kind == Message::Kind::kInvalid) {
    Message& message = incoming.messages[0];
    const bool more = co_await reply_error(connection, head, 400, message.id, *message.error);
    co_return more;
  }
  // Messages that end a call (a cancellation, an answer to its question) are always accepted.
  if (calls_ >= kMaxCalls && has_requests(incoming))
    throw Refusal(503, "too many calls at a time; try again later", {{"Retry-After", "1"}});
  Task<bool> work;
  if (is_stateless(*head, incoming))
    work = post_stateless(connection, head, std::move(incoming), size);
  else
    work = post_in_session(connection, head, std::move(incoming), size);
  const bool more = co_await std::move(work);
  co_return more;
}

Task<bool> Endpoint::post_stateless(HttpConnection* connection, const RequestHead* head,
                                    Incoming incoming, std::size_t size) {
  const Message& message = incoming.messages[0];
  const bool request = !incoming.batch && message.kind == Message::Kind::kRequest;
  if (!incoming.batch && message.kind == Message::Kind::kNotification) {
    const bool more = co_await reply(connection, head, 202);
    co_return more;
  }
  if (const std::optional<RpcError> fault = stateless_fault(*head, incoming, catalog_)) {
    const std::optional<mcp::Id> id = request ? message.id : std::nullopt;
    const bool more = co_await reply_error(connection, head, 400, id, *fault);
    co_return more;
  }
  Delivery::Plan plan;
  plan.keep_alive = keeps(*head);
  plan.events_only = message.method == "subscriptions/listen" && has_sound_meta(message) &&
                     message.params["notifications"].record();
  plan.status = [sound = has_sound_meta(message)](int code) {
    return stateless_status(code, sound);
  };
  if (plan.events_only && slots_.full())
    throw Refusal(503, "too many streams are open; try again later", {{"Retry-After", "1"}});
  const auto stream = std::make_shared<ReplyStream>(1, false);
  const auto job = std::make_shared<Job>(*this, stream, nullptr);
  work_.start(run_job(job, std::move(incoming), size));
  Delivery delivery(*connection, stream, slots_, std::move(plan));
  Task<bool> delivering = delivery.run();
  bool more = false;
  try {
    more = co_await std::move(delivering);
  } catch (const Cancelled&) {
    job->scope.fire();
    throw;
  }
  // In this generation, a client cancels its request by disconnecting.
  if (delivery.abandoned()) job->scope.fire();
  co_return more;
}

Task<bool> Endpoint::post_in_session(HttpConnection* connection, const RequestHead* head,
                                     Incoming incoming, std::size_t size) {
  const Message& message = incoming.messages[0];
  const std::optional<mcp::Id> id = incoming.batch ? std::nullopt : message.id;
  const std::string* version = find_field(head->fields, "mcp-protocol-version");
  const std::string* session_id = head->only("mcp-session-id");
  std::optional<RpcError> fault;
  int status = 400;
  std::shared_ptr<HttpSession> session;
  const bool begins =
      !incoming.batch && message.kind == Message::Kind::kRequest && message.method == "initialize";
  if (version && !begins && !mcp::HandshakeDialect::knows(*version)) {
    Value data;
    data.set("supported",
             Value::List{Value(mcp::StatelessDialect::kVersion), Value("2025-11-25"),
                         Value("2025-06-18"), Value("2025-03-26"), Value("2024-11-05")});
    data.set("requested", mcp::shortened(*version));
    fault.emplace(mcp::kUnsupportedVersion, "Unsupported protocol version in MCP-Protocol-Version",
                  std::move(data));
  } else if (session_id) {
    session = sessions_.find(*session_id);
    status = 404;
    if (!session)
      fault = invalid_request("there is no such session, or it is over; begin a new one");
  } else if (begins) {
    session = begin_session();
  } else {
    fault = invalid_request("one Mcp-Session-Id header is needed; initialize first");
  }
  if (fault) {
    const bool more = co_await reply_error(connection, head, status, id, *fault);
    co_return more;
  }
  if (!begins && has_requests(incoming)) session->worked = true;
  Task<bool> work = answer_in_session(connection, head, std::move(incoming), size, session);
  const bool more = co_await std::move(work);
  if (!session->dialect.begun() && session->idle()) sessions_.end(session->id);
  co_return more;
}

Task<bool> Endpoint::answer_in_session(HttpConnection* connection, const RequestHead* head,
                                       Incoming incoming, std::size_t size,
                                       std::shared_ptr<HttpSession> session) {
  const bool answers = has_requests(incoming);
  const bool begins = incoming.messages[0].method == "initialize";
  const bool newest = session->dialect.version() >= "2025-11-25";
  const auto stream = session->open_stream(answers && !begins);
  const auto job = std::make_shared<Job>(*this, stream, session);
  work_.start(run_job(job, std::move(incoming), size));
  if (!answers) {
    while (!stream->finished()) co_await stream->changed.wait();
    const bool more = co_await reply(connection, head, 202);
    co_return more;
  }
  Delivery::Plan plan;
  plan.keep_alive = keeps(*head);
  plan.event_ids = stream->resumable();
  plan.primed = stream->resumable() && newest;
  plan.poll_after = plan.primed ? settings_.poll_after : 0;
  plan.fields = [session] {
    Fields fields;
    if (session->dialect.begun()) fields.emplace_back("Mcp-Session-Id", session->id);
    return fields;
  };
  Delivery delivery(*connection, stream, slots_, std::move(plan));
  const bool more = co_await delivery.run();
  co_return more;
}

}  // namespace runtime::http
