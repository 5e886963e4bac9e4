local names = require "check.names"
local records = require "reference.records"

-- Handles reads of fields that are missing in a record or object: returns nil for a field that it may have, else raises
-- the message of `peekaboo check`.
local M = {}

local function nothing() return nil end

-- Returns the function that is called as (record, key, level) when a field is missing; see
-- runtime/lua/bridge/record_kinds.cpp. `level` is the stack level of the reading script, for the error's place.
function M.reader(kind)
  if not records.rows[kind] or records.open[kind] then return nothing end
  local known = {}
  for _, field in ipairs(records.rows[kind]) do known[field[1]] = true end
  return function(_, key, level)
    if type(key) ~= "string" or known[key] then return nil end
    return error(("%s has no field '%s'%s"):format(kind, key, names.hint(key, names.names_of(kind))), level or 2)
  end
end

return M
