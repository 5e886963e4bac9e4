local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, deadline

function M.setUp()
  world = worlds.fresh { environment = { PEEKABOO_CLI_TIMEOUT = "250" } }
  deadline = require "lib.deadline"
end

function M.test_results_and_the_deadline_pass()
  luaunit.assertEquals({ deadline.desktop("It", function(moment) return moment, nil, 3 end) }, { 100.25, nil, 3 })
  luaunit.assertTrue(world.asked "timeout 1.45")
end

function M.test_a_timeout_says_what_and_how_long()
  local _, err = try(deadline.desktop, "The thing", function() error(world.fail("TIMEOUT", "no reply"), 0) end)
  luaunit.assertEquals({ err.code, err.message, err.details.text },
    { "TIMEOUT", "The thing did not end within 0.25 s", "no reply" })
end

function M.test_a_display_that_does_not_answer_is_named()
  local facts = { reason = "no answer", display = ":5" }
  local silence = world.fail("TIMEOUT", "display :5 does not answer", facts)
  silence.hint = "Allow more time."
  local _, err = try(deadline.desktop, "It", function() error(silence, 0) end)
  luaunit.assertEquals(err.hint, "Allow more time. PEEKABOO_CLI_TIMEOUT sets the time, in milliseconds.")
  luaunit.assertEquals({ err.message, err.details },
    { "It did not end within 0.25 s: display :5 does not answer", facts })
end

function M.test_other_failures_keep_their_code()
  local failure = world.fail("CAPTURE_FAILED", "no pixels", { a = 1 })
  local _, err = try(deadline.desktop, "It", function() error(failure, 0) end)
  luaunit.assertEquals({ err.code, err.message, err.details.a }, { "CAPTURE_FAILED", "no pixels", 1 })
end

function M.test_waiting_says_for_what()
  local _, err = try(deadline.wait, nil, "a window", function() error(world.fail("TIMEOUT", "x"), 0) end)
  luaunit.assertEquals({ err.code, err.message }, { "TIMEOUT", "waited 0.25 s for a window" })
  luaunit.assertEquals(deadline.wait(math.huge, "a window", math.max, 1, 2), 2)
end

return M
