local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_clicks_what_the_picture_shows()
  local text = computer.done(world, "left_click", { coordinate = { 40, 40 } })
  luaunit.assertStrContains(text, "Done: click at 40,40 in window 11")
  luaunit.assertTrue(world.asked "click 91,81 button=left count=1 window=11")
end

function M.test_holds_modifiers()
  computer.done(world, "left_click", { coordinate = { 40, 40 }, text = "ctrl+shift" })
  luaunit.assertTrue(world.asked "click 91,81 button=left count=1 window=11 ctrl+shift")
  computer.fails(world, "INVALID_ARGUMENT", "left_click", { coordinate = { 40, 40 }, text = "crtl" })
end

function M.test_without_coordinates_it_is_where_the_pointer_is()
  local text = computer.done(world, "left_click")
  luaunit.assertStrContains(text, "at 12,16 in window 11")
  luaunit.assertTrue(world.asked "click 20,20")
end

return M
