local act = require "acting.act"
local click = require "tools.mouse.click"

-- `double_click`: a place.
local M = { perform = click.perform }

function M.plan(args, deadline)
  return click.plan({ x = args.x, y = args.y, count = 2 }, deadline)
end

act.tool(M)

return M
