#include <algorithm>

#include "runtime/core/async/combine.hpp"
#include "runtime/mcp/server/server_call.hpp"

namespace runtime::mcp {

// Runs a subscription until the client cancels it, which is not answered, or the server ends.
// Throws nothing but Cancelled.
Task<void> Server::run_listen(std::unique_ptr<Call> call, Request request) {
  Outgoing first;
  bool open = false;
  try {
    const Notice notice = dialect_.listen(call->id(), request);
    open = true;
    // No message may precede this one: the queue keeps the order, and changes are sent from the
    // next iteration on.
    first = Outgoing(write_notification(notice.method, notice.params),
                     {Transport::Nature::Kind::kNotice, 0});
  } catch (const RpcError& failure) {
    first = error(call->id(), dialect_.encode_error(request, failure));
  }
  request.params = Value();
  co_await outbox_.send(std::move(first), nullptr);
  if (!open) co_return;
  Task<void> lasting = hold(call.get());
  Cancel& scope = call->scope();
  try {
    co_await std::move(lasting).under(scope);
  } catch (const Cancelled&) {
    // Answered below, unless the client cancelled it.
  }
  Value closed = dialect_.unlisten(call->id(), request);
  const Value subscription = to_value(call->id());
  std::erase_if(notices_, [&](const Notice& notice) {
    return notice.params["_meta"]["io.modelcontextprotocol/subscriptionId"] == subscription;
  });
  call->settle();
  if (call->withdrawn()) co_return;
  Outgoing last = result(call->id(), std::move(closed));
  Task<void> sending = outbox_.send(std::move(last), nullptr);
  co_await shield(kFlush, std::move(sending));
}

Task<void> Server::hold(Call*) {
  while (!ended_) co_await ending_.wait();
}

void Server::end_listens() {
  ended_ = true;
  ending_.notify_all();
}

// Changes of another session's things are sent only to that session.
bool Server::concerns(const Change& change) const {
  if (change.what == Change::What::kResources) return is_listed(change.owner, session_);
  return change.what != Change::What::kResource || is_reachable(change.owner, session_);
}

// A client that does not read is notified of each change once, when it reads again.
void Server::announce(const Change& change) {
  for (Notice& notice : dialect_.notices(change))
    if (std::find(notices_.begin(), notices_.end(), notice) == notices_.end())
      notices_.push_back(std::move(notice));
  send_notices();
}

void Server::send_notices() {
  while (!notices_.empty()) {
    const Notice& next = notices_.front();
    if (!outbox_.offer(write_notification(next.method, next.params))) return;
    notices_.pop_front();
  }
}

}  // namespace runtime::mcp
