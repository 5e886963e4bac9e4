#pragma once

#include <string>

#include "runtime/http/server/transport/request_head.hpp"
#include "runtime/mcp/catalog/catalog.hpp"

namespace runtime::http {

// Checks the header fields that repeat parts of a stateless message (MCP 2026-07-28, Streamable
// HTTP, "Request Metadata"). Throws RpcError -32020 when they are missing, malformed or differ from
// the body.
void check_mcp_headers(const RequestHead& head, const mcp::Message& message,
                       const mcp::Catalog& catalog);

// Returns a field's value, decoded if it has the form =?base64?...?=; nothing if malformed.
std::optional<std::string> decoded_field(std::string_view value);

}  // namespace runtime::http
