-- The host's `log` and `log_lines` in memory.
local M = {}

function M.log(world)
  local log = {}
  for _, level in ipairs { "debug", "info", "warn", "error" } do
    log[level] = function(message, fields)
      world.logs[#world.logs + 1] = level .. ": " .. message
      world.logged_fields[#world.logs] = fields
      if world.kept then
        world.kept[#world.kept + 1] = { level = level, msg = message }
        for name, value in pairs(fields or {}) do world.kept[#world.kept][name] = value end
      end
    end
  end
  function log.status()
    return { file = world.environment.PEEKABOO_LOG_FILE or "/tmp/peekaboo-mcp.log", writable = true,
      problem = world.log_problem or "" }
  end
  return log
end

function M.lines(world)
  return {
    collect = function() world.kept = {} end,
    taken = function()
      local lines = {}
      for i, line in ipairs(world.kept or {}) do lines[i] = require("json").encode(line) end
      world.kept = nil
      return lines
    end,
  }
end

return M
