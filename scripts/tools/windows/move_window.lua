local act = require "acting.act"
local windows = require "acting.windows"

-- `move_window`: the place of a window's frame.
local M = { seen_only = true }

function M.plan(args)
  return windows.placing(args.windowId, { x = args.x, y = args.y }, ("move to %g,%g"):format(args.x, args.y))
end

M.perform, M.seen = windows.place, windows.placed

function M.undo(plan)
  local was = plan.window.frame
  return { tool = "move_window", arguments = { { "windowId", plan.window.id }, { "x", was.x }, { "y", was.y } } }
end

act.tool(M)

return M
