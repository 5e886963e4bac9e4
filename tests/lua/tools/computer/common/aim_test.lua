local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

local function click(x, y) return "left_click", { coordinate = { x, y } } end

function M.test_coordinates_outside_of_the_picture_are_refused()
  for _, pixel in ipairs { { 1280, 0 }, { 0, 432 }, { -1, 0 }, { 1 }, { 1, 2, 3 }, { 1.5, 2 } } do
    local text, details = computer.fails(world, "INVALID_ARGUMENT", "left_click", { coordinate = pixel })
    luaunit.assertEquals(details.field, "coordinate", text)
  end
  luaunit.assertFalse(world.asked "click")
end

function M.test_without_a_picture_there_are_no_coordinates()
  world = require("fakes.world").server { toolsets = "computer" }
  luaunit.assertStrContains(computer.fails(world, "ELEMENT_STALE", click(40, 40)), "Call `screenshot` first.")
end

function M.test_a_window_that_moved_gets_nothing()
  local bounds = world.windows[1].bounds
  world.windows[1].bounds = { x = bounds.x + 1, y = bounds.y, width = bounds.width, height = bounds.height }
  luaunit.assertStrContains(computer.fails(world, "ELEMENT_STALE", click(40, 40)), "is at 11,20 300x200 now")
  computer.done(world, "screenshot")
  computer.done(world, click(40, 40))
end

function M.test_a_window_that_is_closed_or_covered_gets_nothing()
  local closed = table.remove(world.windows, 1)
  luaunit.assertStrContains(computer.fails(world, "ELEMENT_STALE", click(40, 40)), "is closed")
  table.insert(world.windows, 2, closed)
  local text = computer.fails(world, "ELEMENT_STALE", click(40, 40))
  luaunit.assertStrContains(text, 'window 31 "ann@host: ~" is there now')
  luaunit.assertFalse(world.asked "click")
end

function M.test_what_comes_at_the_last_moment_gets_nothing()
  world.failing.click = world.fail("FOCUS_REFUSED", "covered", { other = 31 })
  luaunit.assertStrContains(computer.fails(world, "ELEMENT_STALE", click(40, 40)), "window 31")
  world.failing.click = world.fail("FOCUS_REFUSED", "covered", { other = 999 })
  luaunit.assertStrContains(computer.fails(world, "ELEMENT_STALE", click(40, 40)), "something else")
end

function M.test_an_empty_place_is_clicked_as_it_is()
  computer.done(world, click(1000, 400))
  luaunit.assertTrue(world.asked "click 2501,1001 button=left count=1")
end

return M
