#include "runtime/core/async/combine.hpp"
#include "runtime/mcp/dialect/question.hpp"
#include "runtime/mcp/server/server_call.hpp"

namespace runtime::mcp {

namespace {

constexpr double kPersonsPatience = 600;  // seconds that a person may think

}  // namespace

Task<Value> Server::Notifier::ask(Value questions) {
  const Dialect::Asking how = server_.dialect_.asking(request_);
  if (how == Dialect::Asking::kNever) return CallSink::ask(std::move(questions));
  Task<Value> asking = ask_now(std::move(questions));
  return asking;
}

// The answers that have come with the request. What is missing is remembered, and ends the handler.
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
  throw Error("UNSUPPORTED", "The client answers this first, and then asks again");
}

// Nobody waits for the answer any more: the client need not go on asking the person.
void Server::Notifier::withdraw(const Id& question) {
  Value params;
  params.set("requestId", to_value(question)).set("reason", "Nobody waits for the answer any more");
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
      throw Error("UNSUPPORTED",
                  "The client refused to answer: " + shortened(answer.error->message));
    if (!is_answer(question, answer.params))
      throw Error("UNSUPPORTED", "The client gave no proper answer to '" + key + "'");
    answers.set(key, std::move(answer.params));
  }
  co_return answers;
}

}  // namespace runtime::mcp
