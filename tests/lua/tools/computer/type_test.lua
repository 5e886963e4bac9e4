local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_types_into_the_window_that_had_the_focus()
  luaunit.assertStrContains(computer.done(world, "type", { text = "Grüße" }), "type 5 characters in window 11")
  luaunit.assertTrue(world.asked "type Grüße window=11")
end

function M.test_types_into_the_window_of_the_last_click()
  world.windows[1].bounds, world.windows[1].frame = nil, nil
  local place = { x = 400, y = 400, width = 100, height = 100 }
  world.windows[1].bounds, world.windows[1].frame = place, place
  computer.done(world, "screenshot")
  computer.done(world, "left_click", { coordinate = { 40, 40 } })
  computer.done(world, "type", { text = "a" })
  luaunit.assertTrue(world.asked "type a window=31")
end

return M
