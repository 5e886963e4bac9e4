local task = require "task"
local time = require "time"

local M = {}

function M.after(seconds, f, ...)
  return task.spawn(function(...)
    task.sleep(seconds)
    return f(...)
  end, ...)
end

function M.at(when, f, ...)
  return task.spawn(function(...)
    time.reach(when)
    return f(...)
  end, ...)
end

return M
