-- The tool that servers.py calls: peekaboo mcp --tools tests/bench/echo.lua
local tool = require "tool"

tool.register {
  name = "echo", title = "Echo Tool", description = "Echoes back the input string", read_only = true,
  idempotent = true, params = { { "message", "string", "Message to echo" } },
  run = function(args) return { content = { tool.text("Echo: " .. args.message) } } end,
}
