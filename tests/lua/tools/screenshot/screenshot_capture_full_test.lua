local calls = require "fakes.screenshot_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local kTool = "screenshot_capture_full"

function M.setUp()
  world = worlds.server()
end

function M.test_the_primary_display_in_the_answer()
  world.displays[1].primary, world.displays[2].primary = false, true
  local told, result = calls.told(world, kTool, {})
  luaunit.assertEquals(told.mimeType, "image/png")
  local facts = told.metadata
  luaunit.assertEquals(facts.display, { id = "1", name = "DP-2", resolution = { width = 1280, height = 1024 },
    position = { x = 1920, y = 0 }, isPrimary = true })
  luaunit.assertEquals({ facts.width, facts.height, facts.format, facts.excludedWindows }, { 1280, 1024, "png", 0 })
  luaunit.assertEquals(facts.fileSize, result.content[2].data.size)
  luaunit.assertEquals(facts.timestamp, "2026-06-09T10:13:20.250+00:00")
  luaunit.assertStrContains(result.content[2].data:bytes(), "display 1")
  luaunit.assertTrue(world.asked "early png")
end

function M.test_the_first_display_is_taken_when_none_is_primary()
  world.displays[1].primary = false
  luaunit.assertEquals(calls.told(world, kTool, {}).metadata.display.id, "0")
end

function M.test_ids_and_connectors()
  for given, id in pairs { ["0"] = "0", ["1"] = "1", ["screen:1"] = "1", [" SCREEN: 0 "] = "0", ["DP-2"] = "1",
      ["hdmi-1"] = "0" } do
    luaunit.assertEquals(calls.told(world, kTool, { display = given }).metadata.display.id, id, given)
  end
  luaunit.assertEquals(calls.told(world, kTool, { display = 1 }).metadata.display.id, "1")
  luaunit.assertEquals(calls.told(world, kTool, { display = "" }).metadata.display.id, "0")
end

function M.test_a_display_that_is_not_there()
  for _, given in ipairs { "2", "screen:9", "screen:", "DP", "-1", "99999999999999999999", "%d" } do
    local fault = calls.fault(world, kTool, { display = given }, "DISPLAY_NOT_FOUND")
    luaunit.assertEquals(fault.details, { field = "display", hint = "Displays: 0 (HDMI-1), 1 (DP-2)." })
  end
  world.displays = {}
  calls.fault(world, kTool, {}, "DISPLAY_NOT_FOUND")
end

return M
