local names = require "check.names"

-- Checks calls of Lua's own libraries.
local M = {}

local libraries = { string = true, table = true, math = true, utf8 = true, coroutine = true, os = true, debug = true }
local instead = { table = { getn = "write #list", maxn = "write #list" }, string = { gfind = "write string.gmatch" } }

local function sorted_keys(library)
  local keys = {}
  for key in pairs(library) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- Returns the message of a function that only refuses, else nil. Such functions are the ones of `os` with upvalues (see
-- runtime/lua/bridge/sandbox.cpp).
local function refusal(library, member, f)
  local info = library == "os" and type(f) == "function" and debug.getinfo(f, "Su")
  if not info or info.what ~= "C" or info.nups ~= 2 then return nil end
  local _, err = pcall(f)
  if type(err) ~= "table" or err.code ~= "UNSUPPORTED" then return nil end
  return ("%s.%s is not available. %s"):format(library, member, err.hint or "")
end

-- Returns the mistake in a call of library.member, or nil if there is none.
function M.problem(library, member)
  local opened = libraries[library] and rawget(_G, library)
  if type(opened) ~= "table" then return nil end
  if opened[member] ~= nil then return refusal(library, member, opened[member]) end
  local remedy = instead[library] and instead[library][member]
  return ("there is no %s.%s%s"):format(library, member,
    remedy and "; " .. remedy or names.hint(member, sorted_keys(opened)))
end

return M
