local M = {}

-- The command line's row; the program itself implements the command.
M.row = {
  order = 4, text = "Serve MCP on standard input and output, or over HTTP",
  options = {
    { "--tools", "a Lua file that declares more tools, resources and prompts (repeatable)", value = "FILE",
      takes = "file", several = true },
    { "--toolsets", "the tools that clients get: toolsets, domains, tools, `all`, and -NAME for those not to have "
      .. "(default: PEEKABOO_TOOLSETS, else core)", value = "LIST" },
    { "--http", "serve Streamable HTTP, at the path /mcp: PORT (on loopback), HOST:PORT or unix:PATH",
      value = "ADDRESS" },
    { "--token", "what HTTP clients must present as bearer token (default: PEEKABOO_HTTP_TOKEN; beyond loopback one is "
      .. "made and printed)", value = "TEXT" },
    { "--tls-certificate", "PEM file: serve https", value = "FILE", takes = "file" },
    { "--tls-key", "PEM file: the key of that certificate", value = "FILE", takes = "file" },
    { "--poll-after", "close an HTTP reply stream after so long; the client comes back for the rest (default: never)",
      value = "SECONDS" },
  },
}

return M
