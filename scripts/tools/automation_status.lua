local policy = require "policy"
local tools = require "tools"

-- Whether AI clients may act: by the tools that they are offered, and the levels that the policy gives applications.
local M = {}

local function levels_text()
  local count = #policy.status().callers.mcp.levels
  if count == 0 then return "every application may be used" end
  return ("the policy has %d level%s for applications"):format(count, count == 1 and "" or "s")
end

-- Returns {available, detail, remedy} for a report.
function M.row()
  local list = tools.list()
  if not tools.acts(list) then
    return { available = false, detail = ("no tool of `%s` acts"):format(list),
      remedy = "Add hands or automation to PEEKABOO_TOOLSETS." }
  end
  return { available = true, detail = ("toolsets %s; %s"):format(list, levels_text()) }
end

return M
