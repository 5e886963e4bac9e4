-- Records with declared fields: a misspelt field, or one added elsewhere, is an error instead of a silent nil.
local M = {}

-- Returns the constructor of a type of records. `fields` is the set of their names, {name = true, …}. The constructor
-- takes over the table that it is given, which holds declared fields only, and returns it.
function M.type(name, fields)
  local function check(field)
    if not fields[field] then error(("a %s has no field '%s'"):format(name, tostring(field)), 3) end
  end
  local kind = {
    __index = function(_, field) check(field) end,
    __newindex = function(self, field, value)
      check(field)
      rawset(self, field, value)
    end,
  }
  return function(values)
    for field in pairs(values) do check(field) end
    return setmetatable(values, kind)
  end
end

return M
