local acting = require "tools.computer.common.act"
local hotkeys = require "desktop.hotkeys"
local input = require "input_press"
local key_focus = require "acting.key_focus"
local keys = require "tools.computer.common.keys"

-- `key`: a key or chord, by the names of xdotool.
local M = {}

function M.plan(args, _, call)
  hotkeys.keys(args.text)
  local count = args["repeat"] or 1
  return { what = "press " .. args.text .. (count > 1 and (" %d times"):format(count) or ""), how = "keys",
    window = keys.window(call and call.session), keys = args.text, count = count,
    opens = true }
end

function M.perform(plan)
  local options = keys.options(plan)
  options.count = plan.count
  key_focus.sent(plan, function() input.press(plan.keys, options) end)
end

acting.tool(M)

return M
