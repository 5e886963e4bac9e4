local event_kinds = require "event_kinds"

-- Completes the documentation of event.on from the rows of its kinds.
local M = {}

local types = { text = "string", seconds = "number", rectangle = "rectangle" } -- by their names in check.options

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

-- Returns the parameter of an option of a kind; see reference/init.lua.
local function parameter(name, option)
  return { name = name, type = types[option[1]] or "any", text = option[2], optional = true, option = true }
end

-- Adds what another kind says of an option of the same name, unless it says the same.
local function add(known, other)
  if not ("|" .. known.type .. "|"):find("|" .. other.type .. "|", 1, true) then
    known.type = known.type .. "|" .. other.type
  end
  if not known.text:find(other.text, 1, true) then known.text = known.text .. " " .. other.text end
end

-- Returns the options of all kinds by name.
local function all_options()
  local all = {}
  for _, kind in ipairs(event_kinds.names) do
    for name, option in pairs(event_kinds.rows[kind].options) do
      local each = parameter(name, option)
      if all[name] then add(all[name], each) else all[name] = each end
    end
  end
  return all
end

local function kind_text(name)
  local row = event_kinds.rows[name]
  local options = table.concat(M.option_names(row), ", ")
  return ("\"%s\"%s (%s)"):format(name, options == "" and "" or " with " .. options, row.subject)
end

local function kinds_text()
  local parts = {}
  for i, name in ipairs(event_kinds.names) do parts[i] = kind_text(name) end
  return "Kinds, their options, and the subject: " .. table.concat(parts, "; ") .. "."
end

-- Completes the row of event.on: adds the kinds to its text and to the type of its option `kind`, and adds the options
-- of the kinds.
function M.complete(row)
  local all = all_options()
  for _, option in ipairs(row.options) do
    if option.name == "kind" then option.type = '"' .. table.concat(event_kinds.names, '"|"') .. '"' end
  end
  for _, name in ipairs(sorted_keys(all)) do row.options[#row.options + 1] = all[name] end
  row.text = row.text .. " " .. kinds_text()
end

-- Returns the row of event.on for one kind: with the options of that kind alone, by what it says of them.
function M.of_kind(row, kind)
  local own, options = event_kinds.rows[kind].options, {}
  for _, option in ipairs(row.options) do
    if own[option.name] then
      options[#options + 1] = parameter(option.name, own[option.name])
    elseif event_kinds.common[option.name] or option.name == "kind" then
      options[#options + 1] = option
    end
  end
  return setmetatable({ options = options }, { __index = row })
end

return M
