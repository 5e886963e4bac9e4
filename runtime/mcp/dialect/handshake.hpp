#pragma once

#include <set>
#include <string>
#include <string_view>

#include "runtime/mcp/dialect/dialect.hpp"

namespace runtime::mcp {

// The generation that begins with `initialize`: revisions 2024-11-05, 2025-03-26, 2025-06-18 and
// 2025-11-25. A request before `initialize` is served in the newest of them.
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

  // Maximum number of subscribed resources per session.
  static constexpr std::size_t kMaxSubscriptions = 1024;

  // Returns whether the client has reported that it is ready: from then on the server may send its
  // own requests.
  bool ready() const { return ready_; }
  // Returns whether the client has sent `initialize`.
  bool begun() const { return !version_.empty(); }
  // Returns the revision agreed on; empty before that.
  const std::string& version() const { return version_; }
  // Returns whether a revision belongs to this generation.
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
