local act = require "acting.act"
local errors = require "errors"
local input = require "input"
local pointing = require "acting.pointing"
local rectangle = require "lib.rectangle"
local scroll_bars = require "acting.scroll_bars"
local subject = require "acting.subject"
local window = require "window"

-- `scroll`: the wheel over an element, a place or a window.
local M = { needs_effect = true }

local kPixels = 50 -- of one turn of the wheel, as most programs have it

local opposite = { up = "down", down = "up", left = "right", right = "left" }
local axes = { up = { "down", -1 }, down = { "down", 1 }, left = { "right", -1 }, right = { "right", 1 } }

-- Returns the middle of a window as a subject. `named`: app_target has named it.
local function middle_of(shown, named)
  if not shown.bounds then
    errors.raise("UNSUPPORTED", "the compositor does not tell where windows are",
      { hint = "Give x and y of the screen.", details = { reason = "places unknown" } })
  end
  local place = rectangle.middle(shown.bounds)
  return { kind = "window", place = place, window = shown, named = named, text = "the middle" }
end

local function subject_of(args, deadline)
  local found = subject.find(args, deadline, true)
  if found then return found end
  local shown = subject.window(args, deadline) or window.frontmost()
  return shown and middle_of(shown, args.app_target ~= nil) or subject.find(args, deadline)
end

function M.plan(args, deadline)
  local found = subject_of(args, deadline)
  local turns = math.max(1, math.floor((args.amount or 100) / kPixels + 0.5))
  return {
    what = ("scroll %s by %d turn%s of the wheel over"):format(args.direction, turns, turns == 1 and "" or "s"),
    subject = found, window = found.window, place = pointing.place(found), how = "pointer",
    direction = args.direction, turns = turns, arguments = args,
  }
end

function M.perform(plan)
  plan.bars = scroll_bars.values(plan.window, plan.place)
  local place, options = pointing.aimed(plan.subject, plan.place, {})
  local axis = axes[plan.direction]
  options[axis[1]] = axis[2] * plan.turns
  input.scroll(place, options)
  return { { "turns", plan.turns } }
end

-- Pixels may be a glow that says that there is no more.
function M.judged(plan, effect, lines)
  if effect == "seen" and scroll_bars.are_still(plan.bars, plan.window, plan.place) then return "not_seen", lines end
  return effect, lines
end

function M.undo(plan)
  return { tool = "scroll", arguments = { { "direction", opposite[plan.direction] },
    { "amount", plan.turns * kPixels }, { "x", plan.place.x }, { "y", plan.place.y } } }
end

act.tool(M)

return M
