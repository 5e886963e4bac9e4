local acting = require "tools.computer.common.act"
local input = require "input"
local key_focus = require "acting.key_focus"
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
  local options = keys.options(plan)
  key_focus.sent(plan, function() input.type(plan.text, options) end)
end

acting.tool(M)

return M
