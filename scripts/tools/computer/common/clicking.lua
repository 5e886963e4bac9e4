local acting = require "tools.computer.common.act"
local aim = require "tools.computer.common.aim"
local input = require "input"

-- The five tools that click.
local M = {}

-- Returns a handler. `what`: the act in words.
function M.handler(what, button, count)
  local handler = {}

  function handler.plan(args, _, call)
    local modifiers = acting.modifiers(args.text)
    local found = aim.find(args, "coordinate", call and call.session)
    local with = modifiers and " with " .. table.concat(modifiers, "+") or ""
    return { what = what .. with, window = found.window, place = found.pixel, how = "pointer", pressed = found,
      modifiers = modifiers, opens = true }
  end

  function handler.perform(plan)
    aim.act(plan.pressed, { button = button, count = count, modifiers = plan.modifiers }, input.click)
  end

  return acting.tool(handler)
end

return M
