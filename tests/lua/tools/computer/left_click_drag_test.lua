local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_drags_from_a_place_to_another()
  local text = computer.done(world, "left_click_drag",
    { start_coordinate = { 40, 40 }, coordinate = { 50, 40 }, text = "alt" })
  luaunit.assertStrContains(text, "drag to 50,40 from at 40,40")
  luaunit.assertTrue(world.asked "drag 91,81 116,81 window=11 alt")
end

function M.test_both_ends_must_be_in_the_picture()
  local _, details = computer.fails(world, "INVALID_ARGUMENT", "left_click_drag",
    { start_coordinate = { 40, 40 }, coordinate = { 1280, 40 } })
  luaunit.assertEquals(details.field, "coordinate")
  luaunit.assertFalse(world.asked "drag")
end

return M
