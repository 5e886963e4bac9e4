local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_is_told_in_pixels_of_the_picture()
  luaunit.assertEquals(computer.done(world, "cursor_position"), "X=12,Y=16")
  computer.done(world, "mouse_move", { coordinate = { 700, 300 } })
  luaunit.assertEquals(computer.done(world, "cursor_position"), "X=700,Y=300")
end

return M
