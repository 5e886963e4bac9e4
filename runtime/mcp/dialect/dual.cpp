#include "runtime/mcp/dialect/dual.hpp"

namespace runtime::mcp {

const Dialect& DualDialect::of(const Request& request) const {
  if (stateless(request)) return stateless_;
  return handshake_;
}

Dialect& DualDialect::of(const Request& request) {
  if (stateless(request)) return stateless_;
  return handshake_;
}

Request DualDialect::open(Message message, bool in_batch) {
  // A client that probes with a method of the stateless generation, but with bad params, should
  // learn what was missing. After a handshake, that method does not exist.
  const bool probe = !handshake_.begun() && (message.method == "server/discover" ||
                                             message.method == "subscriptions/listen");
  if (probe || StatelessDialect::speaks(message))
    return stateless_.open(std::move(message), in_batch);
  return handshake_.open(std::move(message), in_batch);
}

std::optional<Value> DualDialect::answer(const Request& request) {
  return of(request).answer(request);
}

Value DualDialect::encode_result(const Request& request, Value result) const {
  return of(request).encode_result(request, std::move(result));
}

RpcError DualDialect::encode_error(const Request& request, RpcError error) const {
  return of(request).encode_error(request, std::move(error));
}

std::optional<RpcError> DualDialect::lacking(const Request& request,
                                             const Value& capabilities) const {
  return of(request).lacking(request, capabilities);
}

bool DualDialect::wants_log(const Request& request, LogLevel level) const {
  return of(request).wants_log(request, level);
}

std::vector<Notice> DualDialect::notices(const Change& change) const {
  std::vector<Notice> all = handshake_.notices(change);
  for (Notice& notice : stateless_.notices(change)) all.push_back(std::move(notice));
  return all;
}

Notice DualDialect::listen(const Id& id, const Request& request) {
  return of(request).listen(id, request);
}

Value DualDialect::unlisten(const Id& id, const Request& request) {
  return of(request).unlisten(id, request);
}

}  // namespace runtime::mcp
