local act = require "acting.act"
local windows = require "acting.windows"

-- `resize_window`: the size of a window's frame.
local M = { seen_only = true }

function M.plan(args)
  local wanted = { width = args.width, height = args.height }
  return windows.placing(args.windowId, wanted, ("resize to %gx%g"):format(args.width, args.height))
end

M.perform, M.seen = windows.place, windows.placed

function M.undo(plan)
  local was = plan.window.frame
  return { tool = "resize_window", arguments = { { "windowId", plan.window.id }, { "width", was.width },
    { "height", was.height } } }
end

act.tool(M)

return M
