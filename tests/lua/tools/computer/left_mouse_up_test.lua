local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_releases_the_button_where_the_pointer_is()
  computer.done(world, "mouse_move", { coordinate = { 40, 40 } })
  luaunit.assertStrContains(computer.done(world, "left_mouse_up"), "the button is up")
  luaunit.assertTrue(world.asked "release_button 101,101")
end

function M.test_a_button_that_is_up_is_told()
  world.failing.release_button = world.fail("INTERRUPTED", "button is up already")
  computer.fails(world, "INTERRUPTED", "left_mouse_up")
end

return M
