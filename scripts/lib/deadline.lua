local errors = require "errors"
local task = require "task"
local time = require "time"

local M = {}

-- Seconds beyond the deadline, in which a desktop operation can end by itself and report the cause.
local kGrace = 1.2

-- Runs f(...) for at most `seconds` and returns its results. After that time returns late(err), which may raise a
-- TIMEOUT that names the operation. Raises every other failure unchanged.
function M.run(seconds, late, f, ...)
  local results = table.pack(pcall(task.timeout, seconds, f, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  local err = results[2]
  if type(err) ~= "table" or err.code ~= "TIMEOUT" then error(err, 0) end
  return late(err)
end

-- Returns the number of seconds that an operation on the desktop may take.
local function desktop_seconds()
  return require("host").setting("PEEKABOO_CLI_TIMEOUT").value / 1000
end

-- Returns the message of an error about a display that does not answer, or nil for other errors.
local function frozen(err)
  local details = type(err.details) == "table" and err.details or {}
  return details.display and (details.reason == "no answer" or details.reason == "connect") and err.message or nil
end

-- Runs f(deadline) under the absolute limit of desktop operations and returns its results. `deadline` is in seconds of
-- time.clock; `what` is the subject of the message that reports a timeout.
function M.desktop(what, f)
  local seconds = desktop_seconds()
  local function late(err)
    local message, cause = ("%s did not end within %g s"):format(what, seconds), frozen(err)
    if not cause then errors.raise("TIMEOUT", message, { details = { text = err.message } }) end
    local hint = err.hint and err.hint .. " PEEKABOO_CLI_TIMEOUT sets the time, in milliseconds."
    errors.raise("TIMEOUT", ("%s: %s"):format(message, cause), { hint = hint, details = err.details })
  end
  return M.run(seconds + kGrace, late, f, time.clock() + seconds)
end

-- Runs f(...) for at most `seconds` (nil: the limit of any operation on the desktop; math.huge: no limit) and returns
-- its results. Raises TIMEOUT after that time; the message names `what`, the thing waited for.
function M.wait(seconds, what, f, ...)
  seconds = seconds or desktop_seconds()
  if seconds == math.huge then return f(...) end
  return M.run(seconds, function()
    errors.raise("TIMEOUT", ("waited %g s for %s"):format(seconds, what),
      { hint = "Give it more time with `timeout` (seconds), or look at what is there now." })
  end, f, ...)
end

return M
