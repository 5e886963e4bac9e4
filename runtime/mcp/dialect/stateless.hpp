#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "runtime/mcp/dialect/dialect.hpp"

namespace runtime::mcp {

// The generation without a handshake, revision 2026-07-28: every request carries its revision, its
// client and the client's capabilities. Keeps only the open subscriptions between requests.
class StatelessDialect : public Dialect {
 public:
  static constexpr std::string_view kVersion = "2026-07-28";
  // Maximum number of concurrent subscriptions, and of resources in each.
  static constexpr std::size_t kMaxListens = 32;
  static constexpr std::size_t kMaxSubscriptions = 256;

  // `info` must outlive the dialect.
  explicit StatelessDialect(const ServerInfo& info) : info_(info) {}

  // Returns whether a message contains the members that this generation requires in each request.
  static bool speaks(const Message& message);

  bool allows_batches() const override { return false; }
  NoId no_id() const override { return NoId::kOmitted; }
  Request open(Message message, bool in_batch) override;
  std::optional<Value> answer(const Request& request) override;
  void notified(const Message&) override {}
  Value encode_result(const Request& request, Value result) const override;
  RpcError encode_error(const Request& request, RpcError error) const override;
  std::optional<RpcError> lacking(const Request& request, const Value& capabilities) const override;
  bool wants_log(const Request& request, LogLevel level) const override;
  Asking asking(const Request& request) const override;
  Value input_required(const Request& request, const Value& questions) const override;
  std::vector<Notice> notices(const Change& change) const override;
  Notice listen(const Id& id, const Request& request) override;
  Value unlisten(const Id& id, const Request& request) override;

 private:
  struct Filter {
    bool tools = false;
    bool prompts = false;
    bool resources = false;
    std::set<std::string> uris;
  };
  Filter read_filter(const Value& wanted) const;
  Value honoured(const Filter& filter) const;

  const ServerInfo& info_;
  std::map<Id, Filter> listens_;
};

}  // namespace runtime::mcp
