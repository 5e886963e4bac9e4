local errors = require "errors"
local task = require "task"

local M = {}

-- Runs f(...) for at most `seconds` (nil: as long as any operation on the desktop may take; math.huge: for ever), and
-- raises TIMEOUT with `what` was waited for.
function M.limited(seconds, what, f, ...)
  seconds = seconds or require("settings").desktop_timeout()
  if seconds == math.huge then return f(...) end
  local results = table.pack(pcall(task.timeout, seconds, f, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  local err = errors.normalise(results[2])
  if err.code ~= "TIMEOUT" then error(results[2], 0) end
  return errors.raise("TIMEOUT", ("waited %g s for %s"):format(seconds, what),
    { hint = "Give it more time with `timeout` (seconds), or look at what is there now." })
end

return M
