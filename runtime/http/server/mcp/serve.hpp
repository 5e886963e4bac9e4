#pragma once

#include "runtime/core/async/task.hpp"
#include "runtime/http/server/mcp/settings.hpp"
#include "runtime/mcp/catalog/catalog.hpp"
#include "runtime/mcp/dialect/dialect.hpp"

namespace runtime::http {

// Serves MCP over HTTP until the surrounding scope is cancelled, then throws Cancelled within a
// second, after answering or abandoning the requests in progress. Throws Error "INVALID_ARGUMENT"
// and "FILE_IO_ERROR" for settings that cannot be used. The catalog must outlive the task.
Task<void> serve(mcp::Catalog* catalog, mcp::ServerInfo info, ServerSettings settings);

}  // namespace runtime::http

// Looked up by the program in the module.
extern "C" void peekaboo_serve_http(runtime::mcp::Catalog* catalog,
                                    const runtime::mcp::ServerInfo* info,
                                    const runtime::http::ServerSettings* settings,
                                    runtime::Task<void>* serving);
