local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_turns_the_wheel()
  computer.done(world, "scroll", { coordinate = { 40, 40 }, scroll_direction = "up", scroll_amount = 3 })
  luaunit.assertTrue(world.asked "scroll 91,81 window=11 down=-3")
  computer.done(world, "scroll", { scroll_direction = "right", scroll_amount = 1, text = "shift" })
  luaunit.assertTrue(world.asked "scroll 20,20 window=11 right=1 shift")
end

return M
