local act = require "acting.act"
local hotkeys = require "desktop.hotkeys"
local input = require "input"
local pointing = require "acting.pointing"
local subject = require "acting.subject"

-- `drag`: from an element or place to another.
local M = {}

function M.plan(args, deadline)
  local from = subject.find(args, deadline, false, { "on", "startX", "startY" })
  local to = subject.find(args, deadline, false, { "to", "endX", "endY" })
  local start, finish = pointing.place(from), pointing.place(to)
  return {
    what = ("drag to %s (%d,%d):"):format(to.text, finish.x, finish.y), subject = from, window = from.window,
    element = from.element, place = start, finish = finish, how = "pointer", pressed = to,
    modifiers = hotkeys.modifiers(args.modifiers),
  }
end

function M.perform(plan)
  local start, options = pointing.aimed(plan.subject, plan.place, { modifiers = plan.modifiers })
  local offset = { x = plan.place.x - start.x, y = plan.place.y - start.y }
  options.from, options.to = start, { x = plan.finish.x - offset.x, y = plan.finish.y - offset.y }
  input.drag(options)
end

act.tool(M)

return M
