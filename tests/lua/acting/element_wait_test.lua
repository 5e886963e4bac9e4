local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, within, errors

function M.setUp()
  world = worlds.server()
  world.happens = { { kind = "screen.painted", areas = {} } }
  errors = require "errors"
  within = require("acting.element_wait").within
end

-- Returns a function that takes `seconds` each time it looks, and finds what it looks for at the look with the number
-- `at`; a look with the number `late` ends without an answer.
local function look(seconds, at, late)
  local looks = 0
  return function()
    looks = looks + 1
    world.seconds = world.seconds + seconds
    if looks == late then errors.raise("TIMEOUT", "the program does not answer") end
    return looks == at, "found at " .. looks
  end, function() return looks end
end

function M.test_slow_looks_are_repeated()
  luaunit.assertEquals(within(1, look(2, 3)), "found at 3")
  luaunit.assertEquals(within(1, look(2, 3, 1)), "found at 3")
end

function M.test_fast_looks_end_after_the_time()
  local is_so, looks = look(0.1, 100)
  local began = world.seconds
  luaunit.assertNil(within(4, is_so))
  luaunit.assertTrue(world.seconds - began >= 4)
  luaunit.assertTrue(looks() > 3)
end

function M.test_a_result_is_not_needed_and_errors_rise()
  luaunit.assertTrue(within(1, function() return true end))
  local _, err = try(within, 1, function() errors.raise("ELEMENT_STALE", "it has gone") end)
  luaunit.assertEquals(err.code, "ELEMENT_STALE")
end

return M
