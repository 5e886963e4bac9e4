local window = require "window"

-- Which window has the focus while keys go: the one that they are for, or another of its program, as its dialog.
local M = {}

-- Returns whether a window may take keys that are for another.
local function shares(focused, wanted)
  return focused.id == wanted.id or focused.pid == wanted.pid and (wanted.pid or 0) > 0
end

-- Returns the window that gets keys for `wanted` (or nil) as the focus is now.
function M.taking(wanted)
  local focused = window.frontmost()
  return focused and wanted and shares(focused, wanted) and focused or wanted
end

-- Returns the window that the keys went to, or nil when that is not certain: the focus may have moved between two keys.
local function certain(wanted, before, after)
  local same = before and after and before.id == after.id
  return same and shares(before, wanted) and before or nil
end

-- Sends keys by send(), and makes the plan's window the one that had the focus meanwhile. What is answered names no
-- other.
function M.sent(plan, send)
  local wanted = plan.window
  local before = wanted and try(window.frontmost)
  send()
  -- The keys are sent: a desktop that does not answer now is no failure.
  if wanted then plan.window = certain(wanted, before, (try(window.frontmost))) end
end

return M
