local errors = require "errors"
local tools = require "tools"

-- The services that domains of tools need, from the file provider.lua of each.
local M = {}

local function rows_of(name)
  local rows, err = try(function() return require(name).rows() end)
  if rows then return rows end
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  return { { operation = name:match "^tools%.([%w_]+)", available = false, detail = err.message, remedy = err.hint } }
end

-- Returns rows {operation, available, detail, remedy} for a report.
function M.rows()
  local rows = {}
  for _, name in ipairs(tools.providers()) do
    local told = rows_of(name)
    table.move(told, 1, #told, #rows + 1, rows)
  end
  return rows
end

return M
