local acting = require "tools.computer.common.act"
local aim = require "tools.computer.common.aim"
local input = require "input"

-- `left_click_drag`: from coordinates of the picture to others.
local M = {}

function M.plan(args, _, call)
  local session = call and call.session
  local modifiers = acting.modifiers(args.text)
  local from = aim.find(args, "start_coordinate", session)
  local to = aim.find(args, "coordinate", session)
  return {
    what = ("drag to %d,%d from"):format(to.pixel.x, to.pixel.y), window = from.window, place = from.pixel,
    how = "pointer", from = from, pressed = to, modifiers = modifiers,
  }
end

function M.perform(plan)
  local start, finish = plan.from.place, plan.pressed.place
  aim.act(plan.from, { modifiers = plan.modifiers }, function(place, options)
    options.from = place
    options.to = { x = finish.x - start.x + place.x, y = finish.y - start.y + place.y }
    input.drag(options)
  end)
end

acting.tool(M)

return M
