local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_holds_the_button_where_the_pointer_is()
  computer.done(world, "mouse_move", { coordinate = { 40, 40 } })
  luaunit.assertStrContains(computer.done(world, "left_mouse_down"), "until `left_mouse_up`")
  luaunit.assertTrue(world.asked "press_button 91,81 window=11")
end

return M
