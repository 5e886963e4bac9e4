#pragma once

#include "runtime/mcp/dialect/handshake.hpp"
#include "runtime/mcp/dialect/stateless.hpp"

namespace runtime::mcp {

// Speaks both generations on one connection: serves a request with the fields of the stateless
// generation statelessly, and any other by the handshake's rules.
class DualDialect : public Dialect {
 public:
  // `info` must outlive the dialect.
  explicit DualDialect(const ServerInfo& info) : handshake_(info), stateless_(info) {}

  bool allows_batches() const override { return handshake_.allows_batches(); }
  NoId no_id() const override { return handshake_.no_id(); }
  Request open(Message message, bool in_batch) override;
  std::optional<Value> answer(const Request& request) override;
  void notified(const Message& message) override { handshake_.notified(message); }
  Value encode_result(const Request& request, Value result) const override;
  RpcError encode_error(const Request& request, RpcError error) const override;
  std::optional<RpcError> lacking(const Request& request, const Value& capabilities) const override;
  bool wants_log(const Request& request, LogLevel level) const override;
  Asking asking(const Request& request) const override { return of(request).asking(request); }
  Value input_required(const Request& request, const Value& questions) const override {
    return of(request).input_required(request, questions);
  }
  std::vector<Notice> notices(const Change& change) const override;
  Notice listen(const Id& id, const Request& request) override;
  Value unlisten(const Id& id, const Request& request) override;

 private:
  static bool stateless(const Request& request) {
    return request.version == StatelessDialect::kVersion;
  }
  const Dialect& of(const Request& request) const;
  Dialect& of(const Request& request);

  HandshakeDialect handshake_;
  StatelessDialect stateless_;
};

}  // namespace runtime::mcp
