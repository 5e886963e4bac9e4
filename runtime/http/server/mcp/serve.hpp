#pragma once

#include "runtime/core/async/task.hpp"
#include "runtime/http/server/mcp/settings.hpp"
#include "runtime/mcp/catalog/catalog.hpp"
#include "runtime/mcp/dialect/dialect.hpp"

namespace runtime::http {

// Serves MCP over HTTP until the surrounding scope is cancelled, which throws Cancelled within a
// second: what is under way then is answered or given up. Throws Error "INVALID_ARGUMENT" and
// "FILE_IO_ERROR" for settings that cannot be had. The catalog must outlive the task.
Task<void> serve(mcp::Catalog* catalog, mcp::ServerInfo info, ServerSettings settings);

}  // namespace runtime::http

// What the program looks for in the module.
extern "C" void peekaboo_serve_http(runtime::mcp::Catalog* catalog,
                                    const runtime::mcp::ServerInfo* info,
                                    const runtime::http::ServerSettings* settings,
                                    runtime::Task<void>* serving);
