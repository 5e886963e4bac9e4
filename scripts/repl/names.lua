local locals = require "repl.locals"

-- The names of a session at the prompt: its globals, and its locals, which live until their name is declared again or
-- the prompt ends.
local M = {}

local Names = {}
Names.__index = Names

-- Raises whatever the value's __close raises.
local function close(value)
  local _ <close> = value
end

local function is_closable(value)
  if value == nil or value == false then return true end
  local meta = debug.getmetatable(value)
  return type(meta) == "table" and rawget(meta, "__close") ~= nil
end

-- Removes a name's last declaration. Returns a value that must now be closed.
local function forget(names, name)
  local before = names.fixed[name]
  names.fixed[name], names.declared[name] = nil, nil
  if not before or before.attribute ~= "close" then return nil end
  for i, each in ipairs(names.open) do
    if each == before then
      table.remove(names.open, i)
      break
    end
  end
  return before.value
end

local function declare(names, name, attribute, value)
  if attribute == "close" and not is_closable(value) then
    error(("variable '%s' got a non-closable value"):format(name), 3)
  end
  local before = forget(names, name)
  names.declared[name] = true
  rawset(names.environment, name, nil)
  if attribute then
    names.fixed[name] = { attribute = attribute, value = value }
    if attribute == "close" then table.insert(names.open, names.fixed[name]) end
  else
    rawset(names.environment, name, value)
  end
  close(before)
end

local function set(names, key, value)
  local name, attribute = locals.declared(key)
  if name then return declare(names, name, attribute, value) end
  if names.fixed[key] then error(("attempt to assign to const variable '%s'"):format(key), 3) end
  rawset(names.environment, key, value)
end

-- Creates the names of a session. `environment` contains the initial ones; `look_up(name)` returns or refuses names
-- that are not the session's own.
function M.new(environment, look_up)
  local names = setmetatable({
    environment = environment,
    declared = {}, -- names of locals: they may be nil
    fixed = {}, -- by name: {attribute, value} of <const> and <close>
    open = {}, -- the <close> ones of these, in their order
  }, Names)
  setmetatable(environment, {
    __index = function(_, name)
      if not names.declared[name] then return look_up(name) end
      local fixed = names.fixed[name]
      return fixed and fixed.value
    end,
    __newindex = function(_, key, value) set(names, key, value) end,
  })
  environment._G = environment
  return names
end

-- Returns the set of all names that have been set or declared.
function Names.all(names)
  local known = {}
  for name in next, names.environment do known[name] = true end
  for name in next, names.declared do known[name] = true end
  return known
end

-- Returns the value of a name of the session, nil when it has none.
function Names.value(names, name)
  local fixed = names.fixed[name]
  if fixed then return fixed.value end
  return rawget(names.environment, name)
end

-- Closes what is still open, the last first. Passes each error to `failed`.
function Names.close(names, failed)
  while #names.open > 0 do
    local last = table.remove(names.open)
    local _, err = try(close, last.value)
    if err ~= nil then failed(err) end
  end
end

return M
