local task = require "task"
local time = require "time"
local time_of_day = require "lib.time_of_day"

local M = {}

-- These functions check their arguments at once, so that an error names the caller's line and not the later task.

function M.after(seconds, f, ...)
  if type(seconds) ~= "number" or seconds < 0 or seconds ~= seconds then
    local wrong_argument = require "check.wrong_argument"
    wrong_argument.refuse_option("time.after", "seconds", seconds, "time.after: seconds: expected 0 or more")
  end
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
  return task.spawn(function(...)
    time.reach(when)
    return f(...)
  end, ...)
end

return M
