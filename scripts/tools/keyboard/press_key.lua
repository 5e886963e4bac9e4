local act = require "acting.act"
local hotkeys = require "desktop.hotkeys"
local pressing = require "acting.pressing"

-- `press_key`: a key or chord.
local M = {}

function M.plan(args, deadline)
  hotkeys.keys(args.key)
  return pressing.plan(args.key, args["repeat"] or 1, args, deadline)
end

M.perform, M.seen = pressing.press, pressing.seen

act.tool(M)

return M
