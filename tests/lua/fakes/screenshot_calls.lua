-- Short words for tests of the screenshot tools.
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}

-- Calls a tool and expects a success. Returns what its JSON tells, and the result.
function M.told(world, name, args)
  local result = world.call(name, args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  local told = json.decode(result.content[1].text)
  luaunit.assertEquals(told.status, "success")
  -- Hosts that see structured content see nothing else.
  luaunit.assertEquals(result.structured ~= nil, result.content[2] == nil)
  if result.structured then luaunit.assertEquals(json.encode(result.structured), result.content[1].text) end
  return told, result
end

-- Calls a tool and expects a failure of that code. Returns its {code, message, details}, and the result.
function M.fault(world, name, args, code)
  local result = world.call(name, args)
  luaunit.assertTrue(result.is_error)
  local told = json.decode(result.content[1].text)
  luaunit.assertEquals({ told.status, told.error.code }, { "error", code })
  luaunit.assertEquals(json.encode(result.structured), result.content[1].text)
  luaunit.assertEquals(result.failure.message, told.error.message)
  return told.error, result
end

return M
