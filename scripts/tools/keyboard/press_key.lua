local act = require "acting.act"
local focusing = require "acting.focusing"
local hotkeys = require "desktop.hotkeys"
local input = require "input_press"

-- `press_key`: a key or chord.
local M = {}

function M.plan(args, deadline)
  hotkeys.keys(args.key)
  local plan = focusing.plan(args, deadline)
  local count = args["repeat"] or 1
  plan.what = "press " .. args.key .. (count > 1 and (" %d times"):format(count) or "")
  plan.what = plan.what .. (plan.subject and " on" or "")
  plan.place, plan.how = plan.subject and plan.subject.place, "keys"
  plan.keys, plan.count = args.key, count
  return plan
end

function M.perform(plan)
  focusing.give(plan)
  local options = focusing.options(plan)
  options.count = plan.count
  input.press(plan.keys, options)
end

act.tool(M)

return M
