local task = require "task"
local tool = require "tool"

-- `wait`: for a number of seconds.
local M = {}

function M.run(args)
  task.sleep(args.duration)
  return { content = { tool.text(("Waited %g s."):format(args.duration)) } }
end

return M
