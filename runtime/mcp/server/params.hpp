#pragma once

#include <string>
#include <string_view>

#include "runtime/core/value/value.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

// What the params of the requests about tools, resources and prompts must look like, in every
// revision. All throw RpcError kInvalidParams.
namespace runtime::mcp {

struct ServerInfo;

inline constexpr std::size_t kMaxUri = 4096;  // bytes

RpcError invalid_params(const std::string& what);
const std::string& required_text(const Value& params, const char* name, const char* what);
const Value& required_record(const Value& params, const char* name, const char* what);

// True for a request about what the catalog holds, as far as `info` declares it.
bool is_catalog_method(std::string_view method, const ServerInfo& info);
void check_params(const std::string& method, const Value& params);
// Nil when there is none.
Value read_progress_token(const Value& params);

}  // namespace runtime::mcp
