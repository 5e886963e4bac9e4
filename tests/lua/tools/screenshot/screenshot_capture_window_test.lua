local calls = require "fakes.screenshot_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local kTool = "screenshot_capture_window"

function M.setUp()
  world = worlds.server()
end

function M.test_by_id_in_each_notation()
  for _, given in ipairs { "21", "0x15", "0X0015", " 21 ", 21 } do
    local facts = calls.told(world, kTool, { windowId = given }).metadata
    luaunit.assertEquals(facts.window, { id = "21", title = "notes.txt", processName = "gnome-text-editor", pid = 200,
      bounds = { x = 10, y = 20, width = 300, height = 200 } })
    luaunit.assertEquals({ facts.width, facts.height }, { 300, 200 })
  end
end

function M.test_what_is_no_id()
  for _, given in ipairs { "x", "21a", "0x", "1.5", "-1", "99999999999999999999", "0x1000000000000000000015" } do
    local fault = calls.fault(world, kTool, { windowId = given }, "INVALID_ARGUMENT")
    luaunit.assertEquals(fault.details.field, "windowId", given)
  end
  calls.fault(world, kTool, { windowId = "22" }, "WINDOW_NOT_FOUND")
end

function M.test_by_title()
  luaunit.assertEquals(calls.told(world, kTool, { windowTitle = "NEWS" }).metadata.window.id, "12")
  luaunit.assertEquals(calls.told(world, kTool, { windowTitle = "firefox" }).metadata.window.id, "11")
  local fault = calls.fault(world, kTool, { windowTitle = "Nothing" }, "WINDOW_NOT_FOUND")
  luaunit.assertStrContains(fault.message, "Nothing")
end

function M.test_a_window_on_the_screen_comes_first()
  table.insert(world.windows, 1, worlds.window(50, 100, "News, minimised", { on_screen = false, minimised = true }))
  luaunit.assertEquals(calls.told(world, kTool, { windowTitle = "News" }).metadata.window.id, "12")
end

function M.test_exactly_one_of_id_and_title()
  luaunit.assertStrContains(calls.fault(world, kTool, {}, "INVALID_ARGUMENT").message, "neither")
  luaunit.assertStrContains(calls.fault(world, kTool, { windowId = "", windowTitle = "" }, "INVALID_ARGUMENT").message,
    "neither")
  luaunit.assertStrContains(calls.fault(world, kTool, { windowId = "21", windowTitle = "notes" },
    "INVALID_ARGUMENT").message, "both")
end

function M.test_a_minimised_window()
  local fault = calls.fault(world, kTool, { windowId = "13" }, "CAPTURE_FAILED")
  luaunit.assertEquals(fault.details.reason, "minimised")
  luaunit.assertFalse(world.asked "capture")
end

function M.test_the_frame_enlarges_the_picture_and_its_bounds()
  local facts = calls.told(world, kTool, { windowId = "21", includeFrame = true }).metadata
  luaunit.assertEquals({ facts.width, facts.height }, { 304, 222 })
  luaunit.assertEquals(facts.window.bounds, { x = 8, y = 0, width = 304, height = 222 })
end

function M.test_an_excluded_window()
  world.windows[4].excluded, world.windows[4].title, world.windows[4].minimised = true, "", true
  world.failing["capture window 21"] = world.fail("POLICY_DENIED", "window 21 is excluded",
    { reason = "excluded window" })
  local fault, result = calls.fault(world, kTool, { windowId = "21" }, "PERMISSION_DENIED")
  luaunit.assertEquals(fault.details.reason, "excluded window")
  luaunit.assertEquals(result.meta.backend_error_code, "POLICY_DENIED")
  calls.fault(world, kTool, { windowTitle = "notes" }, "WINDOW_NOT_FOUND")
end

function M.test_a_window_of_no_application()
  world.windows[1].pid = 999
  luaunit.assertEquals(calls.told(world, kTool, { windowId = "11" }).metadata.window.processName, "instance")
end

return M
