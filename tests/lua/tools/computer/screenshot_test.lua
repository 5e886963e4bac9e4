local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_is_the_desktop_in_one_size()
  local _, content = computer.done(world, "screenshot")
  luaunit.assertEquals({ content[1].type, content[1].mimeType, #content }, { "image", "image/png", 1 })
  luaunit.assertTrue(world.asked "capture desktop")
end

function M.test_tells_of_windows_that_were_filled()
  world.excluded_windows = 2
  local _, content = computer.done(world, "screenshot")
  luaunit.assertStrContains(content[2].text, "2")
end

function M.test_becomes_smaller_in_bytes_and_not_in_pixels()
  world = computer.world { density = 3, environment = { PEEKABOO_MAX_IMAGE_BYTES = "1000000" } }
  local _, content = computer.done(world, "screenshot")
  luaunit.assertEquals(content[1].mimeType, "image/jpeg")
  computer.done(world, "left_click", { coordinate = { 1279, 431 } })
end

function M.test_a_refusal_is_told()
  world.failing["capture desktop nil"] = world.fail("POLICY_DENIED", "captures are stopped")
  luaunit.assertStrContains(computer.fails(world, "POLICY_DENIED", "screenshot"), "stopped")
end

return M
