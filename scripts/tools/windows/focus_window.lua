local act = require "acting.act"
local window = require "window"

-- `focus_window`: brings a window to the front.
local M = { seen_only = true }

function M.plan(args)
  return { what = "focus", window = window.get(args.windowId), how = "window manager", repeatable = true }
end

function M.perform(plan)
  plan.front = window.frontmost()
  window.focus(plan.window.id)
end

-- The window manager has confirmed it, or performing has failed.
function M.seen() return "seen", { "it has the focus" } end

function M.undo(plan)
  local front = plan.front
  return front and front.id ~= plan.window.id
    and { tool = "focus_window", arguments = { { "windowId", front.id } } } or nil
end

act.tool(M)

return M
