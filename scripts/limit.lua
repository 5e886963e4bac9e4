local errors = require "errors"
local settings = require "settings"
local task = require "task"
local time = require "time"

local M = {}

local function explained(what, seconds, ok, ...)
  if ok then return ... end
  local err = errors.normalise((...))
  if err.code ~= "TIMEOUT" then error(err, 0) end
  errors.raise("TIMEOUT", ("%s did not end within %g s."):format(what, seconds), { details = { text = err.message } })
end

-- Runs f(deadline) under the absolute limit of desktop operations, and returns what it returns. `deadline` is on
-- time.clock; `what` begins the sentence that a timeout is reported with.
function M.desktop(what, f)
  local seconds = settings.desktop_timeout()
  local deadline = time.clock() + seconds
  return explained(what, seconds, pcall(task.timeout, seconds, function() return f(deadline) end))
end

return M
