local act = require "acting.act"
local window = require "window"
local windows = require "acting.windows"

-- `focus_window`: brings a window to the front.
local M = { seen_only = true }

function M.plan(args)
  return { what = "focus", window = window.get(args.windowId), how = "window manager", repeatable = true }
end

M.perform, M.undo = windows.focus, windows.focus_undo

-- The window manager has confirmed it, or performing has failed.
function M.seen() return "seen", { "it has the focus" } end

act.tool(M)

return M
