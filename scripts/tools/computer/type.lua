local acting = require "tools.computer.common.act"
local input = require "input"
local keys = require "tools.computer.common.keys"
local unicode = require "lib.unicode"

-- `type`: text where the focus is.
local M = {}

function M.plan(args, _, call)
  local count = unicode.length(args.text)
  return { what = ("type %d character%s"):format(count, count == 1 and "" or "s"), how = "keys",
    window = keys.window(call and call.session), text = args.text }
end

function M.perform(plan)
  input.type(plan.text, keys.options(plan))
end

acting.tool(M)

return M
