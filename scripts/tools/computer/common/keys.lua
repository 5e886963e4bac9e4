local last_picture = require "tools.computer.common.last_picture"
local window = require "window"
local window_order = require "desktop.window_order"

-- Which window keys are for: the one of the last act since the last picture, else the one that had the focus there.
local M = {}

-- Returns the window, or nil when keys are for whichever has the focus.
function M.window(session)
  local last = last_picture.find(session)
  return last and last.target and window_order.find(window.list(), last.target) or nil
end

-- Returns the option with which keys reach no other window.
function M.options(plan)
  return { window = plan.window and plan.window.id }
end

return M
