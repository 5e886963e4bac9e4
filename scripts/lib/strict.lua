-- Checks globals of the user's files: reading an unset one raises, and so does setting a new one inside a function.
-- Both are nearly always typing errors.
local M = {}

-- Globals of other Lua versions, and those removed here because they could block the host.
local instead = {
  io = "files are for the module fs, other programs for process", dofile = "`require` finds scripts beside this one",
  loadfile = "`require` finds scripts beside this one", loadstring = "Lua 5.4 has load", unpack = "write table.unpack",
  package = "`require` finds scripts beside this one, and its modules by name; there is no search path to set",
  setfenv = "Lua 5.4 has _ENV", getfenv = "Lua 5.4 has _ENV",
}

-- The host's own globals, which are meaningless in a user's file.
local withheld = { package = true }

local environments = setmetatable({}, { __mode = "k" }) -- declared names, by environment

local function known_names()
  local set = {}
  for name in next, _G do set[name] = true end
  for environment, declared in pairs(environments) do
    for name in next, environment do set[name] = true end
    for name in pairs(declared) do set[name] = true end
  end
  return set
end

-- Explains a missing global. `known`: the set of existing ones.
function M.missing(name, known)
  local text = ("there is no global '%s'"):format(name)
  if instead[name] then return text .. "; " .. instead[name] end
  local names = {}
  for each in pairs(known) do names[#names + 1] = type(each) == "string" and each or nil end
  for _, module in ipairs(require("reference").names()) do
    if module == name then return ("%s; write: local %s = require \"%s\""):format(text, name, name) end
    names[#names + 1] = module
  end
  return text .. require("lib.did_you_mean").question(name, names)
end

local function read(_, name)
  local value = rawget(_G, name)
  if value ~= nil and not withheld[name] then return value end
  for _, declared in pairs(environments) do
    if declared[name] then return nil end
  end
  return error(type(name) == "string" and M.missing(name, known_names()) or "there is no such global", 2)
end

-- The initial globals, found without a function's help.
local common = {}
for name, value in next, _G do
  if not withheld[name] then common[name] = value end
end
setmetatable(common, { __index = read })

local find_for_users = rawget(package, "find_for_users") -- see sandbox.hpp; nil in a state without users
local key = "a user's file: %s" -- in package.loaded; differs from all names of the program's modules

-- Created with the state, so they are not in package.preload: Lua's libraries and json.
local function is_built_in(name)
  return name == "json" or package.loaded[name] ~= nil and _G[name] == package.loaded[name]
end

-- Returns whether a user's `require` finds `name` apart from the user's own files: native modules and scripts/modules/.
function M.is_public(name)
  return package.preload[name] ~= nil or is_built_in(name) or find_for_users ~= nil and find_for_users(name) == true
end

-- `require` for users' files: public modules, then the files beside the user's.
function M.require(name)
  if type(name) ~= "string" or M.is_public(name) then return require(name) end
  local own = key:format(name)
  if package.loaded[own] == nil then
    local chunk, path = nil, nil
    if find_for_users then chunk, path = find_for_users(name) end
    if not chunk then error(("module '%s' not found"):format(name), 2) end
    package.preload[own] = function() return chunk(name, path) end
  end
  return (require(own))
end
common.require = M.require

-- `values`: the table in which new values are set.
local function guarded(environment, values)
  local declared = {}
  environments[environment] = declared
  return setmetatable(environment, { __index = common, __newindex = function(_, name, value)
    local setter = debug.getinfo(2, "S")
    if setter and setter.what == "Lua" and not declared[name] and rawget(values, name) == nil then
      error(("sets the global '%s' inside of a function; is a 'local' missing?"):format(tostring(name)), 2)
    end
    declared[name] = true
    rawset(values, name, value)
  end })
end

-- Makes a table the globals of a user's file, on top of the shared ones.
function M.environment(globals)
  return guarded(globals, globals)
end

-- The globals of the modules beside the user's files: values set there are visible to all.
M.shared = guarded({}, _G)

return M
