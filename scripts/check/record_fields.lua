local names = require "check.names"
local records = require "reference.records"

-- What reading a field that a record or object does not have comes to: nil for one that it may have, else the sentence
-- that `peekaboo check` has for it.
local M = {}

local function nothing() return nil end

-- The function that is asked for fields which are not there, as (record, key, level); see record_kinds.cpp. `level` is
-- that of the script that reads, for the error's place.
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
