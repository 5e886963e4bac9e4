local reference = require "reference"

-- Common options: the reference shows options that many functions have with the same meaning only once.
local M = {}

local kMany = 4 -- functions; an option of more functions is a common one

local function key_of(option)
  return ("%s\n%s\n%s"):format(option.name, option.type, option.text)
end

-- Returns the number of functions that have an option, by key, and the options in their order.
local function counted()
  local counts, options = {}, {}
  for _, module in ipairs(reference.modules()) do
    for _, rows in ipairs { module.functions, module.methods } do
      for _, row in ipairs(rows) do
        for _, option in ipairs(row.options) do
          local key = key_of(option)
          if not counts[key] then options[#options + 1] = option end
          counts[key] = (counts[key] or 0) + 1
        end
      end
    end
  end
  return counts, options
end

-- Returns the common options as a list and by name. If options share a name, only the most frequent one is common.
local function found()
  local counts, options = counted()
  local list, by_name = {}, {}
  for _, option in ipairs(options) do
    local before, count = by_name[option.name], counts[key_of(option)]
    if count > kMany and (not before or count > counts[key_of(before)]) then by_name[option.name] = option end
  end
  for _, option in ipairs(options) do
    if by_name[option.name] == option then list[#list + 1] = option end
  end
  return list, by_name
end

local list, by_name

-- Returns whether a function's option is a common one.
function M.is(option)
  if not list then list, by_name = found() end
  local common = option.option and by_name[option.name]
  return common and key_of(common) == key_of(option) or false
end

-- Returns the names of a function's common options, formatted as code.
function M.of(row)
  local names = {}
  for _, option in ipairs(row.options) do
    if M.is(option) then names[#names + 1] = "`" .. option.name .. "`" end
  end
  return names
end

-- Adds the table of the common options.
function M.add(lines, type_cell, cell)
  if not list then list, by_name = found() end
  lines[#lines + 1] = "## Common options\n"
  lines[#lines + 1] = "| option | type | meaning |\n|---|---|---|"
  for _, option in ipairs(list) do
    lines[#lines + 1] = ("| `{%s}?` | %s | %s |"):format(option.name, type_cell(option.type), cell(option.text))
  end
  lines[#lines + 1] = ""
end

return M
