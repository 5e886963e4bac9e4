local did_you_mean = require "lib.did_you_mean"
local errors = require "errors"

-- Reads a list of names of toolsets, domains and tools.
local M = {}

local kAll = "all"

local function sorted_keys(...)
  local known, names = {}, {}
  for _, each in ipairs { ... } do
    for name in pairs(each) do known[name] = true end
  end
  for name in pairs(known) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function is_tool(name, domains)
  for _, tools in pairs(domains) do
    for _, tool in ipairs(tools) do
      if tool == name then return true end
    end
  end
  return false
end

-- Adds the tools of a name, or removes them. A domain and a tool may have one name: in a toolset it means the tool,
-- elsewhere the domain. Returns false for an unknown name.
local function apply(chosen, name, on, toolsets, domains)
  local known = false
  for _, member in ipairs(toolsets[name] or { name }) do
    local only_tool = toolsets[name] ~= nil and is_tool(member, domains)
    for domain, tools in pairs(domains) do
      local whole = name == kAll or member == domain and not only_tool
      for _, tool in ipairs(tools) do
        if whole or member == tool then known, chosen[tool] = true, on or nil end
      end
    end
  end
  return known or toolsets[name] ~= nil or name == kAll
end

local function refuse(name, toolsets, domains)
  local tools = {}
  for _, list in pairs(domains) do
    for _, tool in ipairs(list) do tools[tool] = true end
  end
  local near = did_you_mean.sentence(name, sorted_keys({ [kAll] = true }, toolsets, domains, tools))
  errors.raise("INVALID_ARGUMENT", ("no toolset is called '%s'"):format(name), {
    hint = near or ("Toolsets: %s."):format(table.concat(sorted_keys({ [kAll] = true }, toolsets, domains), ", ")),
  })
end

local function names_of(text)
  local names = {}
  for part in text:gmatch "[^,]+" do
    local minus, name = part:match "^%s*(%-?)%s*(.-)%s*$"
    if name ~= "" and minus == "" then names[#names + 1] = name end
  end
  return names
end

-- Returns whether all that a name means is in some domains.
local function is_among(name, toolsets, among)
  for _, member in ipairs(toolsets[name] or { name }) do
    if not apply({}, member, true, {}, among) then return false end
  end
  return name ~= kAll
end

local function without(domains, alone)
  local among = {}
  for domain, tools in pairs(domains) do
    if not alone[domain] then among[domain] = tools end
  end
  return among
end

-- Returns the domains among which a list chooses. `alone`: by the name of a domain that stands alone, those that it
-- goes with. Such a domain is only meant by its own name. Raises INVALID_ARGUMENT for what does not go with it.
function M.together(text, toolsets, domains, alone)
  local names, own = names_of(text), nil
  for _, name in ipairs(names) do own = alone[name] and name or own end
  if not own then return without(domains, alone) end
  local among = { [own] = domains[own] }
  for domain in pairs(alone[own]) do among[domain] = domains[domain] end
  for _, name in ipairs(names) do
    if not is_among(name, toolsets, among) and (name == kAll or apply({}, name, true, toolsets, domains)) then
      errors.raise("INVALID_ARGUMENT", ("the toolset '%s' does not go with '%s'"):format(own, name), {
        hint = ("Both have tools of the same name, such as `scroll`, with other parameters. Name %s alone, or with %s.")
          :format(own, table.concat(sorted_keys(alone[own]), ", ")) })
    end
  end
  return among
end

-- Returns the set of tools that are on. `text`: names with commas between; "all" means every tool, "-NAME" removes, and
-- a list that begins with a removal removes from `default`. `toolsets`: lists of domains and tools, by name; `domains`:
-- lists of tools, by name. Raises INVALID_ARGUMENT for an unknown name.
function M.chosen(text, default, toolsets, domains)
  local chosen, first = {}, true
  for part in text:gmatch "[^,]+" do
    local minus, name = part:match "^%s*(%-?)%s*(.-)%s*$"
    if first and minus ~= "" then chosen = M.chosen(default, "", toolsets, domains) end
    if name ~= "" then
      first = false
      if not apply(chosen, name, minus == "", toolsets, domains) then refuse(name, toolsets, domains) end
    end
  end
  return chosen
end

return M
