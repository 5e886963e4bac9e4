local errors = require "errors"
local task = require "task"
local time = require "time"

local M = {}

-- What is wrong is said where it was written, not by the task later.
local function check(sound, what)
  if not sound then errors.raise("INVALID_ARGUMENT", what) end
end

local function is_time_of_day(when)
  if type(when) ~= "string" then return false end
  local hour, minute, second = when:match "^(%d%d):(%d%d)$"
  if not hour then hour, minute, second = when:match "^(%d%d):(%d%d):(%d%d)$" end
  return hour ~= nil and tonumber(hour) < 24 and tonumber(minute) < 60 and tonumber(second or 0) < 60
end

function M.after(seconds, f, ...)
  check(type(seconds) == "number" and seconds >= 0, "time.after: argument 1: expected a number of seconds, 0 or more")
  return task.spawn(function(...)
    task.sleep(seconds)
    return f(...)
  end, ...)
end

function M.at(when, f, ...)
  check(is_time_of_day(when), 'time.at: argument 1: expected a time of day such as "07:30" or "07:30:15"')
  return task.spawn(function(...)
    time.reach(when)
    return f(...)
  end, ...)
end

return M
