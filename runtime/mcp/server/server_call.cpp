#include "runtime/mcp/server/server_call.hpp"

#include "runtime/core/async/combine.hpp"
#include "runtime/mcp/dialect/question.hpp"

namespace runtime::mcp {

Server::Call::Call(Server& server, Id id, std::size_t bytes, Kind kind)
    : server_(server),
      count_(kind == Kind::kListen ? server.listening_ : server.open_),
      bytes_(bytes),
      scope_(&server.nursery_->scope()),
      entry_(server.in_flight_, std::move(id), scope_) {
  ++count_;
  server_.bytes_ += bytes_;
  server_.added_ |= kind == Kind::kWork;
}

Server::Call::~Call() {
  settle();
  --count_;
  server_.running_ -= running_;
  server_.bytes_ -= bytes_;
  if (!scope_.fired()) {
    server_.stalled_ = false;
    server_.one_ended_.notify_all();
  }
  server_.changed_.try_push(true);
  // Also if this call has never run: it may have been woken for a place that it did not take.
  if (server_.running_ < kMaxRunning) server_.vacant_.notify_one();
}

void Server::Call::begin() {
  running_ = true;
  ++server_.running_;
}

Task<void> Server::until_its_turn(Call* call) {
  while (running_ >= kMaxRunning || outbox_.bytes() > kMaxAnswers) co_await vacant_.wait();
  call->begin();
}

bool Server::Notifier::wants_log(LogLevel level) const {
  return server_.dialect_.wants_log(request_, level);
}

void Server::Notifier::log(LogLevel level, const std::string& message) {
  Value params;
  params.set("level", name_of(level)).set("data", message);
  server_.outbox_.offer(write_notification("notifications/message", std::move(params)));
}

// Runs a call from start to reply. Throws nothing but Cancelled: one call's failure must not end
// the others.
Task<void> Server::run_call(std::unique_ptr<Call> call, Request request,
                            std::shared_ptr<Batch> batch) {
  Task<Outgoing> work = reply_to(call.get(), std::move(request));
  Cancel& scope = call->scope();
  Outgoing reply;
  try {
    reply = co_await std::move(work).under(scope);
  } catch (const Cancelled&) {
    // Answered below, with nothing.
  }
  // A handler may have ignored the cancellation and returned a result that is no longer wanted.
  if (scope.fired()) reply = Outgoing();
  call->settle();
  co_await outbox_.send(std::move(reply), std::move(batch));
}

// Returns the encoded result, or the result that asks the client the open questions. Throws
// RpcError when the client lacked a capability that the handler needs, else the handler's failure.
Value Server::result_for(const Request& request, const CallContext& context,
                         const Notifier& notifier, Value value, std::exception_ptr failure) const {
  if (!context.lacking().is_nil())
    if (auto refusal = dialect_.lacking(request, context.lacking())) throw *refusal;
  if (!notifier.open().is_nil()) return dialect_.input_required(request, notifier.open());
  if (failure) std::rethrow_exception(failure);
  return dialect_.encode_result(request, std::move(value));
}

Task<Outgoing> Server::reply_to(Call* call, Request request) {
  co_await until_its_turn(call);
  Notifier notifier(*this, request, call->scope());
  const Caller caller{Caller::Kind::kMcp, std::string(), request.client ? request.client->name : "",
                      0, peer_};
  CallContext context(caller, request.client, call->scope(), &notifier);
  context.set_session(session_);
  Value value;
  std::exception_ptr failure;
  Task<Value> work = catalog_.perform(&request, &context);
  try {
    value = co_await std::move(work);
  } catch (const Cancelled&) {
    throw;
  } catch (...) {
    failure = std::current_exception();
  }
  Outgoing reply;
  try {
    value = result_for(request, context, notifier, std::move(value), failure);
    reply = result(call->id(), std::move(value));
  } catch (const RpcError& refusal) {
    reply = error(call->id(), dialect_.encode_error(request, refusal));
  } catch (const std::exception& defect) {
    reply = error(call->id(),
                  RpcError(kInternalError, std::string("Internal error: ") + defect.what()));
  }
  reply.cleanup = context.take_cleanup();
  co_await notifier.finish_progress();
  co_return reply;
}

namespace {

constexpr double kPersonsPatience = 600;  // seconds for a person's answer

}  // namespace

Task<Value> Server::Notifier::ask(Value questions) {
  const Dialect::Asking how = server_.dialect_.asking(request_);
  if (how == Dialect::Asking::kNever) return CallSink::ask(std::move(questions));
  Task<Value> asking = ask_now(std::move(questions));
  return asking;
}

// Returns the answers that came with the request. If some are missing, records them and ends the
// handler.
Value Server::Notifier::ask_again(const Value& questions) {
  Value answers;
  Value missing;
  for (const auto& [key, question] : *questions.record()) {
    const Value& answer = request_.answers[key];
    if (is_answer(question, answer))
      answers.set(key, answer);
    else
      missing.set(key, question);
  }
  if (missing.is_nil()) return answers;
  open_ = std::move(missing);
  // Ends the handler; reply_to() sends the questions instead of this error.
  throw Error("UNSUPPORTED", "client has not answered yet");
}

// Cancels a question whose answer is no longer awaited, so that the client can stop asking the
// person.
void Server::Notifier::withdraw(const Id& question) {
  Value params;
  params.set("requestId", to_value(question)).set("reason", "the answer is no longer awaited");
  server_.outbox_.offer(write_notification("notifications/cancelled", std::move(params)));
}

Task<Value> Server::Notifier::ask_now(Value questions) {
  if (server_.dialect_.asking(request_) == Dialect::Asking::kRounds) co_return ask_again(questions);
  Value answers;
  for (const auto& [key, question] : *questions.record()) {
    InFlight::Question asked(server_.in_flight_);
    Outgoing message(write_request(asked.id(), *question["method"].string(), question["params"]),
                     {Transport::Nature::Kind::kRequest, 0});
    co_await server_.outbox_.send(std::move(message), nullptr);
    Task<Message> waiting = timeout(kPersonsPatience, asked.answer(), "the client's answer");
    Message answer;
    try {
      answer = co_await std::move(waiting);
    } catch (...) {
      withdraw(asked.id());
      throw;
    }
    if (answer.error)
      throw Error("UNSUPPORTED", "client refused to answer: " + shortened(answer.error->message));
    if (!is_answer(question, answer.params))
      throw Error("UNSUPPORTED", "client's answer to '" + key + "' has the wrong form");
    answers.set(key, std::move(answer.params));
  }
  co_return answers;
}

}  // namespace runtime::mcp
