#pragma once

#include <string>

#include "runtime/http/server/transport/request_head.hpp"
#include "runtime/mcp/catalog/catalog.hpp"

namespace runtime::http {

// The header fields that repeat what a message of the stateless generation says (MCP 2026-07-28,
// Streamable HTTP, "Request Metadata"). Throws RpcError -32020 when they are missing, malformed or
// say something else.
void check_mcp_headers(const RequestHead& head, const mcp::Message& message,
                       const mcp::Catalog& catalog);

// A field's value, decoded if it is of the form =?base64?...?=; nothing when it is malformed.
std::optional<std::string> decoded_field(std::string_view value);

}  // namespace runtime::http
