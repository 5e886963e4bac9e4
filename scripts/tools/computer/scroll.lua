local acting = require "tools.computer.common.act"
local aim = require "tools.computer.common.aim"
local input = require "input"

-- `scroll`: the wheel, at coordinates of the picture or where the pointer is.
local M = {}

local axes = { up = { "down", -1 }, down = { "down", 1 }, left = { "right", -1 }, right = { "right", 1 } }

function M.plan(args, _, call)
  local found = aim.find(args, "coordinate", call and call.session)
  local turns = args.scroll_amount
  return {
    what = ("scroll %s by %d turn%s of the wheel"):format(args.scroll_direction, turns, turns == 1 and "" or "s"),
    window = found.window, place = found.pixel, how = "pointer", aim = found, axis = axes[args.scroll_direction],
    turns = turns, modifiers = acting.modifiers(args.text),
  }
end

function M.perform(plan)
  local options = { modifiers = plan.modifiers, [plan.axis[1]] = plan.axis[2] * plan.turns }
  aim.act(plan.aim, options, input.scroll)
end

acting.tool(M)

return M
