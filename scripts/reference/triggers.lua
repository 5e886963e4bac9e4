local event_kinds = require "event_kinds"

-- What the documentation of event.on takes from the rows of its kinds.
local M = {}

local types = { text = "string", seconds = "number", rectangle = "rectangle" } -- by what options.check calls them

local function sorted_keys(table_of_all)
  local names = {}
  for name in pairs(table_of_all) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- Returns the names of a kind's options, sorted.
function M.option_names(row)
  return sorted_keys(row.options)
end

local function all_options()
  local all = {}
  for _, kind in ipairs(event_kinds.names) do
    for name, option in pairs(event_kinds.rows[kind].options) do all[name] = option end
  end
  return all
end

-- Completes the signature of event.on with the options of all kinds.
function M.signature(start)
  local names = sorted_keys(all_options())
  return (start:gsub("}", (", %s?}"):format(table.concat(names, "?, ")), 1))
end

local function kind_text(name)
  local row = event_kinds.rows[name]
  local options = table.concat(M.option_names(row), ", ")
  return ("\"%s\"%s (%s)"):format(name, options == "" and "" or " with " .. options, row.subject)
end

-- Completes the text of event.on with the kinds.
function M.text(start)
  local parts = {}
  for i, name in ipairs(event_kinds.names) do parts[i] = kind_text(name) end
  return ("%s Kinds, their options, and the subject: %s."):format(start, table.concat(parts, "; "))
end

-- Returns {type, meaning} of an option of some kind, and of the option `kind`; nil for any other.
function M.type_of(name)
  if name == "kind" then
    return { '"' .. table.concat(event_kinds.names, '"|"') .. '"',
      "May stand first: event.on { \"window.opened\", run = … }." }
  end
  local option = all_options()[name]
  return option and { types[option[1]] or "any", option[2] }
end

return M
