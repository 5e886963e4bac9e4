local calls = require "fakes.screenshot_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

function M.test_all_displays()
  local world = worlds.server()
  local told = calls.told(world, "screenshot_list_displays", {})
  luaunit.assertEquals(told.displays, {
    { id = "0", name = "HDMI-1", resolution = { width = 1920, height = 1080 }, position = { x = 0, y = 0 },
      isPrimary = true },
    { id = "1", name = "DP-2", resolution = { width = 1280, height = 1024 }, position = { x = 1920, y = 0 },
      isPrimary = false },
  })
  luaunit.assertEquals(told.messages, {})
end

function M.test_a_guessed_display_server_is_named()
  local world = worlds.server { guess = "display :0 is a guess" }
  luaunit.assertEquals(calls.told(world, "screenshot_list_displays", {}).messages, { "display :0 is a guess." })
end

function M.test_a_display_server_that_cannot_be_reached()
  local world = worlds.server()
  world.failing.displays = world.fail("DISPLAY_UNAVAILABLE", "no display")
  local _, result = calls.fault(world, "screenshot_list_displays", {}, "DISPLAY_UNAVAILABLE")
  luaunit.assertEquals(result.meta.backend_error_code, "DISPLAY_UNAVAILABLE")
end

return M
