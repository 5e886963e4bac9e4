local status = require "status"
local tool = require "tool"

require "tools.image"
require "tools.analyze"
require "tools.list"

local M = {}

-- The tool result for anything that a tool raised.
function M.failure(err)
  return tool.failure(err)
end

M.call_failure = M.failure

-- The status block of the spec.
function M.status()
  return status.block()
end

return M
