#include "runtime/mcp/server/server.hpp"

#include <algorithm>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/mcp/server/server_call.hpp"

namespace runtime::mcp {

namespace {

// Waits for `task`, for at most `seconds`.
Task<void> at_most(double seconds, Task<void> task) {
  Task<void> bounded = timeout(seconds, std::move(task), "the end of the session");
  try {
    co_await std::move(bounded);
  } catch (const Error&) {
    // Late: the caller continues without it.
  }
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r") == std::string::npos;
}

std::size_t answers_expected(const Incoming& incoming) {
  std::size_t count = 0;
  for (const Message& message : incoming.messages)
    count += message.kind == Message::Kind::kRequest || message.kind == Message::Kind::kInvalid;
  return count;
}

}  // namespace

Server::Server(Catalog& catalog, Dialect& dialect, Transport& transport, Settings settings)
    : catalog_(catalog),
      dialect_(dialect),
      transport_(transport),
      outbox_(transport),
      changed_(1),
      peer_(std::move(settings.peer)),
      in_flight_(settings.in_flight ? *settings.in_flight : own_in_flight_),
      announces_(settings.announces) {
  if (!settings.session) own_session_.emplace(catalog.owners);
  session_ = settings.session ? *settings.session : own_session_->owner();
}

Task<void> Server::serve() {
  Task<void> reader = read();
  Task<void> serving = serve_while(std::move(reader));
  co_await std::move(serving);
}

Task<void> Server::serve_one(Incoming incoming, std::size_t size) {
  Task<void> reader = read_one(std::move(incoming), size);
  Task<void> serving = serve_while(std::move(reader));
  co_await std::move(serving);
}

Task<void> Server::serve_while(Task<void> reader) {
  const Context context = co_await current_context();
  loop_ = context.loop;
  // The last answers are written even when the session is cancelled.
  Cancel last;
  Cancel reading(context.cancel);
  Workers parsers(*context.loop, "json", 1);
  parsers_ = &parsers;
  Nursery writer(Context{context.loop, nullptr});
  Nursery calls(context);
  nursery_ = &calls;
  writer.start(outbox_.run([this, &reading] {
    left_at_ = std::chrono::steady_clock::now();
    changed_.try_push(true);
    if (outbox_.bytes() <= kMaxAnswers) vacant_.notify_all();
    send_notices();
    if (outbox_.client_gone()) reading.fire();
  }));
  const ChangeNotifier::Subscription listener(catalog_.changes, [this](const Change& change) {
    if (announces_ && concerns(change)) announce(change);
  });
  try {
    co_await std::move(reader).under(reading);
  } catch (const Cancelled&) {
    calls.cancel();
  }
  Task<void> end = wind_up();
  co_await std::move(end).under(last);
  nursery_ = nullptr;
  parsers_ = nullptr;
  if (context.cancel->fired()) throw Cancelled();
}

Task<void> Server::wind_up() {
  end_listens();
  Task<void> finished = at_most(kFinish, until_idle());
  co_await std::move(finished);
  nursery_->cancel();
  Task<void> stopped = at_most(kWindUp, until_idle());
  co_await std::move(stopped);
  outbox_.close();
  Task<void> flushed = at_most(kFlush, until_flushed());
  co_await std::move(flushed);
}

Task<void> Server::until_idle() {
  while (open_ + listening_ > 0) co_await changed_.pop();
}

Task<void> Server::until_flushed() {
  while (!outbox_.finished()) co_await changed_.pop();
}

bool Server::crowded() const { return open_ >= kMaxCalls || (open_ > 0 && bytes_ > kMaxBytes); }

Task<void> Server::until_changed() { co_await changed_.pop(); }

// Sends a reply from the reader, waiting for room. Treats a client that has finished and accepts no
// more bytes as disconnected.
Task<void> Server::send_at_once(Outgoing reply, std::shared_ptr<Batch> batch) {
  const std::chrono::duration<double> patience(kUntaken);
  auto begin = std::chrono::steady_clock::now();
  while (outbox_.full()) {
    const bool over = transport_.finished();
    Task<void> moving = at_most(kUntaken, until_changed());
    co_await std::move(moving);
    const auto now = std::chrono::steady_clock::now();
    if (!over) begin = now;
    if (outbox_.full() && now - std::max(begin, left_at_) >= patience) throw Cancelled();
  }
  co_await outbox_.send(std::move(reply), std::move(batch));
}

Task<void> Server::until_one_ends() { co_await one_ended_.wait(); }

Task<void> Server::until_room() {
  while (added_ && open_ >= kMaxRunning && !stalled_) {
    stalled_ = true;  // unless one ends meanwhile
    Task<void> moving = at_most(kStall, until_one_ends());
    co_await std::move(moving);
  }
  added_ = false;
  while (crowded()) co_await changed_.pop();
}

Task<void> Server::read() {
  for (;;) {
    co_await until_room();
    std::optional<Transport::Line> line = co_await transport_.next();
    if (!line) co_return;
    if (line->too_long) {
      const std::string limit = std::to_string(transport_.limit());
      const RpcError failure(kInvalidRequest,
                             "Invalid request: a message has at most " + limit + " bytes");
      Outgoing refusal = error({}, failure);
      co_await send_at_once(std::move(refusal), nullptr);
    } else if (!is_blank(line->text)) {
      co_await take_line(std::move(line->text));
    }
  }
}

// However slowly the answer is sent, it delays no other.
Task<void> Server::read_one(Incoming incoming, std::size_t size) {
  co_await take(std::move(incoming), size);
  co_await until_idle();
  outbox_.close();
  co_await until_flushed();
}

Task<Incoming> Server::parse(std::string text) {
  if (text.size() <= kLongLine) co_return read_message(text);
  const auto shared = std::make_shared<const std::string>(std::move(text));
  const auto job = [shared](const Stop&) { return read_message(*shared); };
  Incoming incoming = co_await parsers_->run(job);
  co_return incoming;
}

Task<void> Server::take_line(std::string text) {
  const std::size_t size = text.size();
  Incoming incoming = co_await parse(std::move(text));
  co_await take(std::move(incoming), size);
}

Task<void> Server::take(Incoming incoming, std::size_t size) {
  const std::size_t bytes = size / incoming.messages.size();
  std::shared_ptr<Batch> batch;
  if (incoming.batch && !dialect_.allows_batches()) {
    const RpcError failure(kInvalidRequest,
                           "Invalid request: this protocol revision has no batches");
    Outgoing refusal = error({}, failure);
    co_await send_at_once(std::move(refusal), nullptr);
    co_return;
  }
  if (incoming.batch) batch = std::make_shared<Batch>(answers_expected(incoming));
  for (Message& message : incoming.messages) co_await handle(std::move(message), batch, bytes);
}

Task<void> Server::handle(Message message, std::shared_ptr<Batch> batch, std::size_t bytes) {
  if (message.kind == Message::Kind::kResponse) {
    in_flight_.answered(std::move(message));
    co_return;
  }
  if (message.kind == Message::Kind::kNotification) {
    notified(message);
    co_return;
  }
  Outgoing reply =
      message.error ? error(message.id, *message.error) : answer(message, batch, bytes);
  if (reply.empty()) co_return;
  co_await send_at_once(std::move(reply), std::move(batch));
}

// Returns the reply, or nothing when it started a call that will reply later.
Outgoing Server::answer(Message& message, const std::shared_ptr<Batch>& batch, std::size_t bytes) {
  const Id id = *message.id;
  Request request;
  try {
    if (in_flight_.contains(id))
      throw RpcError(kInvalidRequest, "Invalid request: a request with this id is still running");
    request = dialect_.open(std::move(message), batch != nullptr);
    request.session = session_;
    catalog_.admit(request);
    if (std::optional<Value> own = dialect_.answer(request)) return result(id, std::move(*own));
    Value list = catalog_.list(request);
    if (!list.is_nil()) return result(id, dialect_.encode_result(request, std::move(list)));
    start(id, std::move(request), batch, bytes);
    return Outgoing();
  } catch (const RpcError& failure) {
    return error(id, dialect_.encode_error(request, failure));
  } catch (const std::exception& failure) {
    return error(id, RpcError(kInternalError, std::string("Internal error: ") + failure.what()));
  }
}

void Server::start(const Id& id, Request request, std::shared_ptr<Batch> batch, std::size_t bytes) {
  const bool listens = request.method == "subscriptions/listen";
  const auto kind = listens ? Call::Kind::kListen : Call::Kind::kWork;
  auto call = std::make_unique<Call>(*this, id, listens ? 0 : bytes, kind);
  if (listens)
    nursery_->start(run_listen(std::move(call), std::move(request)));
  else
    nursery_->start(run_call(std::move(call), std::move(request), std::move(batch)));
}

void Server::notified(const Message& message) {
  if (message.method != "notifications/cancelled") return dialect_.notified(message);
  const Value& id = message.params["requestId"];
  if (const auto* number = id.as<std::int64_t>()) in_flight_.withdraw(Id(*number));
  if (const auto* text = id.string()) in_flight_.withdraw(Id(*text));
}

Outgoing Server::result(const Id& id, Value value) const {
  try {
    return Outgoing(write_result(id, std::move(value)));
  } catch (const Error& failure) {
    return error(id, RpcError(kInternalError,
                              "Internal error: the result has no JSON form: " + failure.message));
  }
}

Outgoing Server::error(const std::optional<Id>& id, const RpcError& failure) const {
  return Outgoing(write_error(id, failure, dialect_.no_id()),
                  {Transport::Nature::Kind::kReply, failure.code});
}

}  // namespace runtime::mcp
