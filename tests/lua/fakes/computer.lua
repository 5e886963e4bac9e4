-- A desktop of 3200 by 1080 pixels for tests of the toolset `computer`: its pictures have 1280 by 432, so that a pixel
-- shows 2.5 by 2.5. Window 11 lies at 10,20 with 300 by 200.
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

-- Returns a world after a screenshot.
function M.world(changes)
  local set = { toolsets = "computer", happens = { { kind = "screen.painted", areas = {} } } }
  for name, value in pairs(changes or {}) do set[name] = value end
  local world = worlds.server(set)
  M.done(world, "screenshot")
  return world
end

-- Calls a tool and expects a success. Returns its text, or the blocks of a picture.
function M.done(world, name, args)
  local result = world.call(name, args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  luaunit.assertNil(result.structured)
  return result.content[1].text, result.content
end

-- Calls a tool and expects a failure of that code. Returns its text and details.
function M.fails(world, code, name, args)
  local result = world.call(name, args)
  luaunit.assertTrue(result.is_error, result.content[1].text)
  luaunit.assertEquals(result.meta.backend_error_code, code, result.content[1].text)
  return result.content[1].text, result.meta.error_details or {}
end

return M
