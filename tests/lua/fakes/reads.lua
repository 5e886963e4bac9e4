-- Calls of tools that read, held to their rows.
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}

local plain = { string = "string", number = "number", integer = "number", boolean = "boolean", object = "table" }

local check_members

-- Holds a value to a type of a row.
local function check(value, kind, where)
  if kind == "any" then return end
  if type(kind) == "string" then return luaunit.assertEquals(type(value), plain[kind] or "string", where) end
  if kind.list then
    luaunit.assertTrue(json.is_list(value) or next(value) == nil, where)
    for i, each in ipairs(value) do check(each, kind.list, ("%s[%d]"):format(where, i)) end
    return
  end
  if type(kind[1]) == "string" then return luaunit.assertTableContains(kind, value, where) end
  check_members(value, kind, where)
end

function check_members(record, rows, where)
  local known = {}
  for _, row in ipairs(rows) do
    known[row[1]] = true
    if record[row[1]] ~= nil then
      check(record[row[1]], row[2], where .. "." .. row[1])
    else
      luaunit.assertTrue(row.optional, where .. "." .. row[1] .. " is missing")
    end
  end
  for name in pairs(record) do luaunit.assertTrue(known[name], where .. "." .. name .. " has no row") end
end

-- Calls a tool and expects a success. Returns the value in its first text, and the whole result.
function M.done(world, name, args)
  local result = world.call(name, args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  local value = json.decode(result.content[1].text)
  local row = require("tools").find(name)
  luaunit.assertTrue(row.read_only)
  local told = result.structured or value
  if result.structured and result.structured.result ~= nil then
    luaunit.assertEquals(json.encode(result.structured.result), result.content[1].text)
  else
    luaunit.assertEquals(json.decode(json.encode(told)), value)
  end
  check_members(json.decode(json.encode(told)), row.json_result, name)
  return value, result
end

return M
