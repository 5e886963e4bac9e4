local acting = require "tools.computer.common.act"
local aim = require "tools.computer.common.aim"
local input = require "input"

-- `left_mouse_down`: where the pointer is.
local M = { seen_only = true }

function M.plan(args, _, call)
  local found = aim.find(args, "coordinate", call and call.session)
  return { what = "press and hold the left button", window = found.window, place = found.pixel, how = "pointer",
    pressed = found }
end

function M.perform(plan)
  aim.act(plan.pressed, {}, input.press_button)
end

function M.seen()
  return "seen", { "the button is down until `left_mouse_up`, at most 60 s" }
end

acting.tool(M)

return M
