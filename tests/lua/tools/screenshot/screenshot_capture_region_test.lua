local calls = require "fakes.screenshot_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local kTool = "screenshot_capture_region"

function M.setUp()
  world = worlds.server()
end

local function region(x, y, width, height)
  return { x = x, y = y, width = width, height = height }
end

function M.test_inside_across_and_beyond()
  for _, case in ipairs {
    { region(5, 6, 70, 80), region(5, 6, 70, 80) },
    { region(0, 0, 1, 1), region(0, 0, 1, 1) },
    { region(1900, 10, 40, 50), region(1900, 10, 40, 50) },
    { region(3100, 1000, 500, 500), region(3100, 1000, 100, 24) },
    { region(1000, 1000, 1000000, 1000000), region(1000, 1000, 2200, 80) },
    -- The second display ends at 1024.
    { region(2000, 1000, 10, 80), region(2000, 1000, 10, 24) },
    { region(5.0, 6, 7, 8), region(5, 6, 7, 8) },
  } do
    local facts = calls.told(world, kTool, case[1]).metadata
    luaunit.assertEquals(facts.region, case[2])
    luaunit.assertEquals({ facts.width, facts.height }, { case[2].width, case[2].height })
  end
end

function M.test_what_is_no_region()
  for field, cases in pairs {
    x = { region(0.5, 0, 1, 1), region(0 / 0, 0, 1, 1), region(1e300, 0, 1, 1), region(math.huge, 0, 1, 1),
      region(-1, 0, 1, 1), region(1000001, 0, 1, 1), region(3200, 0, 10, 10), region(2000, 1024, 10, 10) },
    y = { region(0, -0.5, 1, 1), region(0, 2 ^ 62, 1, 1) },
    width = { region(0, 0, 0, 1), region(0, 0, 1e9, 1), region(0, 0, 0.1, 1) },
    height = { region(0, 0, 1, 0 / 0), region(0, 0, 1, -5) },
  } do
    for i, args in ipairs(cases) do
      local fault = calls.fault(world, kTool, args, "INVALID_ARGUMENT")
      luaunit.assertEquals(fault.details.field, field, field .. i)
      luaunit.assertStrContains(fault.message, field)
    end
  end
  luaunit.assertFalse(world.asked "capture")
end

return M
