local reference = require "reference"

-- Options that many functions have with the same meaning: the reference shows them once.
local M = {}

local kMany = 4 -- functions; an option of more is a common one

local function key_of(option)
  return ("%s\n%s\n%s"):format(option.name, option.type, option.text)
end

-- The common options, in the order of the functions that have them first; by key as well.
local function found()
  local counts, list, known = {}, {}, {}
  for _, module in ipairs(reference.modules()) do
    for _, rows in ipairs { module.functions, module.methods } do
      for _, row in ipairs(rows) do
        for _, option in ipairs(row.options) do
          local key = key_of(option)
          counts[key] = (counts[key] or 0) + 1
          if counts[key] == kMany + 1 then
            list[#list + 1], known[key] = option, true
          end
        end
      end
    end
  end
  return list, known
end

local list, known

-- Whether a function's option is one of them.
function M.is(option)
  if not list then list, known = found() end
  return option.option and known[key_of(option)] or false
end

-- Those of a function, as code.
function M.of(row)
  local names = {}
  for _, option in ipairs(row.options) do
    if M.is(option) then names[#names + 1] = "`" .. option.name .. "`" end
  end
  return names
end

-- Their table.
function M.add(lines, type_cell, cell)
  if not list then list, known = found() end
  lines[#lines + 1] = "## Common options\n"
  lines[#lines + 1] = "| option | type | meaning |\n|---|---|---|"
  for _, option in ipairs(list) do
    lines[#lines + 1] = ("| `{%s}?` | %s | %s |"):format(option.name, type_cell(option.type), cell(option.text))
  end
  lines[#lines + 1] = ""
end

return M
