local errors = require "errors"
local task = require "task"
local time = require "time"
local time_of_day = require "time_of_day"

local M = {}

-- What is wrong is said where it was written, not by the task later.
local function check(sound, what)
  if not sound then errors.raise("INVALID_ARGUMENT", what) end
end

function M.after(seconds, f, ...)
  check(type(seconds) == "number" and seconds >= 0, "time.after: argument 1: expected a number of seconds, 0 or more")
  return task.spawn(function(...)
    task.sleep(seconds)
    return f(...)
  end, ...)
end

function M.at(when, f, ...)
  check(time_of_day.is(when), 'time.at: argument 1: expected a time of day such as "07:30" or "07:30:15"')
  return task.spawn(function(...)
    time.reach(when)
    return f(...)
  end, ...)
end

return M
