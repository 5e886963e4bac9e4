local act = require "acting.act"
local enabled = require "acting.enabled"
local hotkeys = require "desktop.hotkeys"
local pointing = require "acting.pointing"
local subject = require "acting.subject"

-- `click`: an element or a place.
local M = {}

local names = { "click", "double-click", "triple-click" }
local buttons = { left = "", right = " with the right button", middle = " with the middle button" }

local function what(args)
  local modifiers = args.modifiers and #args.modifiers > 0 and " with " .. table.concat(args.modifiers, "+") or ""
  return names[args.count or 1] .. buttons[args.button or "left"] .. modifiers
end

-- Returns whether a click is what the action of an element does.
local function is_plain(args)
  return (args.button or "left") == "left" and (args.count or 1) == 1 and not (args.modifiers and args.modifiers[1])
end

-- Returns the plan to click a subject. `args`: button, count, modifiers. Raises UNSUPPORTED for one that is disabled.
function M.plan_for(found, args)
  enabled.check(found)
  local by_action = is_plain(args) and pointing.has_action(found)
  local place_of = by_action and pointing.known_place or pointing.place
  return {
    what = what(args), subject = found, window = found.window, element = found.element,
    place = place_of(found), how = by_action and "action" or "pointer",
    button = args.button, count = args.count, modifiers = hotkeys.modifiers(args.modifiers),
    opens = true,
  }
end

function M.plan(args, deadline)
  return M.plan_for(subject.find(args, deadline), args)
end

function M.perform(plan)
  if plan.how == "action" and pointing.press(plan.subject) then return end
  plan.how = "pointer"
  pointing.click(plan.subject, pointing.place(plan.subject), plan)
end

act.tool(M)

return M
