local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_moves_the_pointer()
  local text = computer.done(world, "mouse_move", { coordinate = { 40, 40 } })
  luaunit.assertStrContains(text, "the pointer is there")
  luaunit.assertTrue(world.asked "move 101,101")
end

return M
