#pragma once

#include <string>
#include <string_view>

#include "runtime/core/value/value.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

// Checks the params of requests about tools, resources and prompts, in every revision. All throw
// RpcError kInvalidParams.
namespace runtime::mcp {

struct ServerInfo;

inline constexpr std::size_t kMaxUri = 4096;  // bytes

RpcError invalid_params(const std::string& what);
const std::string& required_text(const Value& params, const char* name, const char* what);
const Value& required_record(const Value& params, const char* name, const char* what);

// Returns whether a request concerns the catalog, as far as `info` declares it.
bool is_catalog_method(std::string_view method, const ServerInfo& info);
void check_params(const std::string& method, const Value& params);
// Returns nil when there is none.
Value read_progress_token(const Value& params);

}  // namespace runtime::mcp
