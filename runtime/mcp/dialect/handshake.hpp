#pragma once

#include <set>
#include <string>
#include <string_view>

#include "runtime/mcp/dialect/dialect.hpp"

namespace runtime::mcp {

// The generation that begins with `initialize`: revisions 2024-11-05, 2025-03-26, 2025-06-18 and
// 2025-11-25. A client that asks before it has introduced itself is served in the newest of them.
class HandshakeDialect : public Dialect {
 public:
  // `info` must outlive the dialect.
  explicit HandshakeDialect(const ServerInfo& info) : info_(info) {}

  bool allows_batches() const override;
  NoId no_id() const override;
  Request open(Message message, bool in_batch) override;
  std::optional<Value> answer(const Request& request) override;
  void notified(const Message& message) override;
  Value encode_result(const Request& request, Value result) const override;
  RpcError encode_error(const Request& request, RpcError error) const override;
  bool wants_log(const Request& request, LogLevel level) const override;
  std::vector<Notice> notices(const Change& change) const override;
  Asking asking(const Request&) const override {
    return ready_ ? Asking::kRequests : Asking::kNever;
  }

  // The most resources that one session subscribes to.
  static constexpr std::size_t kMaxSubscriptions = 1024;

  // True once the client has said that it is ready: from then on the server may send requests of
  // its own.
  bool ready() const { return ready_; }
  // True once the client has introduced itself.
  bool begun() const { return !version_.empty(); }
  // The revision that was agreed on; empty before.
  const std::string& version() const { return version_; }
  // Whether a revision is one of this generation.
  static bool knows(std::string_view version);

 private:
  bool has_method(const std::string& method) const;
  Value initialize(const Value& params);
  Value subscribe(const Request& request);

  const ServerInfo& info_;
  std::string version_;
  std::shared_ptr<const ClientInfo> client_;
  LogLevel log_level_ = LogLevel::kInfo;
  std::set<std::string> subscribed_;  // uris
  bool ready_ = false;
};

}  // namespace runtime::mcp
