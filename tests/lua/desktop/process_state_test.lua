local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

-- Returns whether a process with this line of /proc/PID/stat is there, and whether it is busy.
local function told(line)
  worlds.fresh({}).put("/proc/7/stat", line)
  local state = require "desktop.process_state"
  return { state.is_there(7), state.is_busy(7) }
end

function M.test_the_letter_behind_the_name_tells()
  luaunit.assertEquals(told "7 (xterm) S 1 7", { true, false })
  luaunit.assertEquals(told "7 (xterm) R 1 7", { true, true })
  luaunit.assertEquals(told "7 (xterm) Z 1 7", { false, false })
end

function M.test_a_name_that_looks_like_a_state_is_a_name()
  luaunit.assertEquals(told "7 (x) Z (y) R 1 7", { true, true })
end

function M.test_the_age_is_counted_from_the_start_of_the_machine()
  local world = worlds.fresh {}
  world.put("/proc/uptime", "1000.50 3000.00\n")
  world.put("/proc/7/stat", "7 (a b) S " .. ("0 "):rep(18) .. "99000 4096 12")
  luaunit.assertEquals(require "desktop.process_state".age(7), 10.5)
  luaunit.assertNil(require "desktop.process_state".age(8))
end

return M
