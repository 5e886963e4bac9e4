local act = require "acting.act"
local safeguards = require "safeguards"
local window = require "window"

-- `minimize_window`.
local M = { seen_only = true }

function M.plan(args)
  return { what = "minimize", window = window.get(args.windowId), how = "window manager", repeatable = true }
end

-- Keys that follow are for the window that has the focus then.
function M.perform(plan)
  window.minimise(plan.window.id)
  safeguards.keep_window_for_keys(0)
end

-- The window manager has confirmed it, or performing has failed.
function M.seen() return "seen", { "it is minimized" } end

function M.undo(plan)
  return { tool = "focus_window", arguments = { { "windowId", plan.window.id } } }
end

act.tool(M)

return M
