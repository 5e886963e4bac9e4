local acting = require "tools.computer.common.act"
local aim = require "tools.computer.common.aim"
local input = require "input"

-- `left_mouse_up`: where the pointer is.
local M = { seen_only = true }

function M.plan(args, _, call)
  local found = aim.find(args, "coordinate", call and call.session)
  return { what = "release the left button", window = found.window, place = found.pixel, how = "pointer",
    pressed = found, releases = true }
end

function M.perform(plan)
  input.release_button(plan.pressed.place)
end

function M.seen()
  return "seen", { "the button is up" }
end

acting.tool(M)

return M
