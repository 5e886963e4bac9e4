local api = require "api"
local errors = require "errors"
local nearest = require "nearest"

-- What `peekaboo api` prints.
local M = {}

local function name_of(row)
  return row.signature:match "^[%w_.:]+"
end

-- Those of this name; all without one.
local function add(lines, rows, name)
  for _, row in ipairs(rows) do
    if not name or name_of(row) == name then lines[#lines + 1] = ("%s\n    %s\n"):format(row.signature, row.text) end
  end
end

local function add_module(lines, module)
  add(lines, module.functions)
  add(lines, module.methods)
  if #module.functions > 0 and #module.methods == 0 then return end
  for _, field in ipairs(module.fields) do
    lines[#lines + 1] = ("%s.%s -> %s\n"):format(module.name, field[1], field[2])
    if field[3] ~= "" then lines[#lines + 1] = ("    %s\n"):format(field[3]) end
  end
end

-- The rows of all modules, of one, or of one function or method ("window.list", "image:crop"). Raises INVALID_ARGUMENT
-- when there is none of that name.
function M.text(wanted)
  local lines, names = {}, {}
  for _, module in ipairs(api.modules()) do
    names[#names + 1] = module.name
    for _, rows in ipairs { module.functions, module.methods } do
      for _, row in ipairs(rows) do names[#names + 1] = name_of(row) end
    end
    if not wanted or wanted == module.name then
      add_module(lines, module)
    else
      add(lines, module.functions, wanted)
      add(lines, module.methods, wanted)
    end
  end
  if #lines == 0 then
    local near = nearest.name(wanted, names)
    errors.raise("INVALID_ARGUMENT", ("there is no module or function '%s'"):format(wanted),
      { hint = (near and ("did you mean '%s'? "):format(near) or "") .. "`peekaboo api` shows all" })
  end
  return table.concat(lines)
end

return M
