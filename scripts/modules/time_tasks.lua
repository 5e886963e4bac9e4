local task = require "task"
local time = require "time"
local time_of_day = require "lib.time_of_day"

local M = {}

-- These functions check their arguments at once, so that an error names the caller's line and not the later task.

local function check_function(call, f)
  if type(f) == "function" then return end
  require("check.wrong_argument").refuse_option(call, "f", f, call .. ": f: expected a function")
end

function M.after(seconds, f, ...)
  if type(seconds) ~= "number" or seconds < 0 or seconds ~= seconds then
    local wrong_argument = require "check.wrong_argument"
    wrong_argument.refuse_option("time.after", "seconds", seconds, "time.after: seconds: expected 0 or more")
  end
  check_function("time.after", f)
  return task.spawn(function(...)
    task.sleep(seconds)
    return f(...)
  end, ...)
end

function M.at(when, f, ...)
  if not time_of_day.is(when) then
    local wrong_argument = require "check.wrong_argument"
    wrong_argument.refuse_option("time.at", "when", when,
      'time.at: when: expected a time of day such as "07:30" or "07:30:15"')
  end
  check_function("time.at", f)
  return task.spawn(function(...)
    time.reach(when)
    return f(...)
  end, ...)
end

return M
