-- A window of Firefox with a form, for tests of acts: window 11 at 10,20, 300 by 200.
local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

-- Returns an element of the window.
function M.element(role, name, x, y, more)
  local made = { id = role .. name .. x, depth = 2, role = role, name = name, window = 11, pid = 100,
    states = { "enabled", "sensitive", "showing", "visible" }, bounds = { x = x, y = y, width = 80, height = 20 },
    path = ('frame "Inbox"/%s "%s"'):format(role, name) }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

-- Returns a world with the form, and the server's tools.
function M.world(changes)
  local world = worlds.server(changes)
  world.elements[100] = changes and changes.form or {
    M.element("frame", "Inbox", 10, 20, { depth = 1, bounds = { x = 10, y = 20, width = 300, height = 200 } }),
    M.element("button", "Save", 20, 60), M.element("button", "Same", 20, 90), M.element("button", "Same", 120, 90),
    M.element("text", "", 120, 60, { value = "Ada" }),
  }
  world.happens = { { kind = "screen.painted", areas = {} } }
  return world
end

-- Has the compositor tell neither places nor processes of windows, as labwc.
function M.without_places(world)
  for _, each in ipairs(world.windows) do each.bounds, each.frame, each.pid = nil, nil, nil end
end

-- Holds an answer to the rows that describe it.
local function check_rows(told)
  local known = {}
  for _, row in ipairs(require("acting.parameters").answer) do
    known[row[1]] = true
    luaunit.assertTrue(row.optional or told[row[1]] ~= nil, row[1])
  end
  for name in pairs(told) do luaunit.assertTrue(known[name], name) end
end

-- Calls a tool that acts and expects a success. Returns its record, which the text and structured content both hold,
-- and the message in it.
function M.done(world, name, args)
  local result = world.call(name, args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  check_rows(result.structured)
  luaunit.assertEquals(json.decode(result.content[1].text), json.decode(json.encode(result.structured)))
  luaunit.assertTrue(result.structured.success)
  return result.structured, result.structured.message
end

-- Calls a tool and expects a failure of that code. Returns its text and details.
function M.fails(world, code, name, args)
  local result = world.call(name, args)
  luaunit.assertTrue(result.is_error, result.content[1].text)
  luaunit.assertEquals(result.meta.backend_error_code, code, result.content[1].text)
  return result.content[1].text, result.meta.error_details or {}
end

-- Marks what the window shows.
function M.look(world)
  local result = world.call("see", { picture = "none" })
  luaunit.assertNil(result.is_error, result.content[1].text)
end

return M
