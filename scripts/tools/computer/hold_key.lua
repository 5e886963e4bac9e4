local acting = require "tools.computer.common.act"
local hotkeys = require "desktop.hotkeys"
local input = require "input_press"
local key_focus = require "acting.key_focus"
local keys = require "tools.computer.common.keys"

-- `hold_key`: a key or chord that stays down for a time.
local M = {}

local kBeside = 10 -- seconds for all but the holding

function M.plan(args, _, call)
  hotkeys.keys(args.text)
  return { what = ("hold %s for %g s"):format(args.text, args.duration), how = "keys",
    window = keys.window(call and call.session), keys = args.text, duration = args.duration }
end

function M.perform(plan)
  local options = keys.options(plan)
  options.hold, options.timeout = plan.duration, plan.duration + kBeside
  key_focus.sent(plan, function() input.press(plan.keys, options) end)
end

acting.tool(M)

return M
