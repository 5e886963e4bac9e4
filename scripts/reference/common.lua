local types = require "reference.types"
local api = require "reference"

-- Options that many functions have with the same meaning: the reference tells them once.
local M = {}

local names = { "timeout", "region" }

-- Whether a function's option is one of them, with no meaning of its own.
function M.is(row, name)
  for _, each in ipairs(names) do
    if each == name then return api.type_of(row, name) == types.names[name] end
  end
  return false
end

-- Those of a function, as code.
function M.of(row)
  local found = {}
  for _, param in ipairs(row.params) do
    for _, option in ipairs(param.options or {}) do
      if M.is(row, option.name) then found[#found + 1] = "`" .. option.name .. "`" end
    end
  end
  return found
end

-- Their table.
function M.add(lines, type_cell, cell)
  lines[#lines + 1] = "## Common options\n"
  lines[#lines + 1] = "| option | type | meaning |\n|---|---|---|"
  for _, name in ipairs(names) do
    local known = types.names[name]
    lines[#lines + 1] = ("| `{%s}?` | %s | %s |"):format(name, type_cell(known[1]), cell(known[2]))
  end
  lines[#lines + 1] = ""
end

return M
