local errors = require "errors"
local settings = require "settings"
local task = require "task"
local time = require "time"

local M = {}

-- Seconds for a desktop operation that ends by itself at the deadline and knows why.
local kGrace = 1.2

-- What a display that does not answer says of itself, or nil.
local function frozen(err)
  local details = type(err.details) == "table" and err.details or {}
  return details.display and (details.reason == "no answer" or details.reason == "connect") and err.message or nil
end

local function explained(what, seconds, ok, ...)
  if ok then return ... end
  local err = errors.normalise((...))
  if err.code ~= "TIMEOUT" then error(err, 0) end
  local late, cause = ("%s did not end within %g s"):format(what, seconds), frozen(err)
  if cause then errors.raise("TIMEOUT", ("%s: %s."):format(late, cause), { hint = err.hint, details = err.details }) end
  errors.raise("TIMEOUT", late .. ".", { details = { text = err.message } })
end

-- Runs f(deadline) under the absolute limit of desktop operations, and returns what it returns. `deadline` is on
-- time.clock; `what` begins the sentence that a timeout is reported with.
function M.desktop(what, f)
  local seconds = settings.desktop_timeout()
  local deadline = time.clock() + seconds
  return explained(what, seconds, pcall(task.timeout, seconds + kGrace, function() return f(deadline) end))
end

return M
