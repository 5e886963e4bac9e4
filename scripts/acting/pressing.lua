local focusing = require "acting.focusing"
local input = require "input_press"
local key_focus = require "acting.key_focus"
local read_back = require "acting.read_back"
local unicode = require "lib.unicode"

-- Pressing keys, for the tools of the keyboard.
local M = {}

local kAtOnce = 100 -- presses of one call of input.press

-- Returns the plan to press a chord `count` times where the arguments say; see acting/focusing.lua.
function M.plan(keys, count, args, deadline)
  local plan = focusing.plan(args, deadline)
  plan.what = "press " .. keys .. (count > 1 and (" %d times"):format(count) or "")
  plan.what = plan.what .. (plan.subject and " on" or "")
  plan.place, plan.how = plan.subject and plan.subject.place, "keys"
  plan.keys, plan.count, plan.opens = keys, count, true
  return plan
end

local function press_all(plan, options)
  local pressed = 0
  while pressed < plan.count do
    local count = math.min(kAtOnce, plan.count - pressed)
    options.count = count
    local ok, err = pcall(input.press, plan.keys, options)
    if not ok then
      local details = type(err) == "table" and err.details
      if type(details) == "table" and details.typed then details.typed = details.typed + pressed end
      error(err, 0)
    end
    pressed = pressed + count
  end
end

-- Does what a plan says. An error tells how many presses had arrived.
function M.press(plan)
  focusing.give(plan)
  if utf8.len(plan.keys) == 1 then
    plan.field = read_back.field(plan.element, not plan.element and try(read_back.in_front) or nil)
  end
  local options = focusing.options(plan)
  key_focus.sent(plan, function() press_all(plan, options) end)
end

-- Reads the characters of keys back.
function M.seen(plan)
  if plan.field then return read_back.seen(plan.field, unicode.lower(plan.keys):rep(plan.count)) end
end

return M
