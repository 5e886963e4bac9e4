local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_shows_what_the_region_shows()
  local captured
  local screen = require "screen"
  local capture = screen.capture
  screen.capture = function(kind, options)
    captured = options.region
    return capture(kind, options)
  end
  local _, content = computer.done(world, "zoom", { region = { 0, 0, 10, 11 } })
  luaunit.assertEquals(content[1].type, "image")
  luaunit.assertEquals(captured, { x = 0, y = 0, width = 25, height = 28 })
end

function M.test_coordinates_stay_those_of_the_screenshot()
  computer.done(world, "zoom", { region = { 0, 0, 10, 11 } })
  computer.done(world, "left_click", { coordinate = { 40, 40 } })
  luaunit.assertTrue(world.asked "click 91,81")
end

function M.test_regions_that_there_are_not()
  for _, region in ipairs { { 0, 0, 1281, 10 }, { 5, 5, 5, 10 }, { -1, 0, 5, 5 }, { 1, 2, 3 } } do
    local _, details = computer.fails(world, "INVALID_ARGUMENT", "zoom", { region = region })
    luaunit.assertEquals(details.field, "region")
  end
end

return M
