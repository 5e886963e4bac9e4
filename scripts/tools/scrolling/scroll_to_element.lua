local act = require "acting.act"
local element_at = require "acting.element_at"
local errors = require "errors"
local input = require "input"
local own_act = require "acting.own_act"
local rectangle = require "lib.rectangle"
local ui_elements = require "ui_elements"
local window = require "window"

-- `scroll_to_element`: by the program, else by the wheel until the element is in view.
local M = { seen_only = true }

local kPixels = 50 -- of one turn of the wheel, as most programs have it
local kMostTurns = 20 -- at once
local kMostTries = 40

function M.plan(args)
  local app = element_at.app(args.appName)
  local found = element_at.subject(args.appName, args.elementPath)
  return { what = "scroll to", subject = found, window = found.window, element = found.element, how = "action",
    app = app, path = found.element.path, repeatable = true }
end

-- Returns the element as it is now, and the part of the desktop in which it can be seen: what all that hold it share.
local function look(plan)
  local tree, above = ui_elements.tree { app = plan.app, max_elements = 4000 }, {}
  for _, each in ipairs(tree.elements) do
    for depth = each.depth, #above do above[depth] = nil end
    if each.path == plan.path then
      local view
      for depth = 1, each.depth - 1 do
        local bounds = above[depth] or nil
        view = view and bounds and rectangle.common(view, bounds) or bounds or view
      end
      return each, view
    end
    above[each.depth] = each.bounds or false
  end
  return errors.raise("ELEMENT_STALE", "the element is gone", { details = { dispatched = true } })
end

local function is_in_view(element, view)
  if not element.bounds or not view then return false end
  local middle = rectangle.middle(element.bounds)
  return rectangle.common(view, { x = middle.x, y = middle.y, width = 1, height = 1 }) ~= nil
end

-- Returns turns of the wheel {down, right} that bring an element nearer to the middle of its view. `down`: where to
-- look for one that is not placed.
local function turns_to(element, view, down)
  if not element.bounds then return { down = down and kMostTurns or -kMostTurns } end
  local middle, wanted = rectangle.middle(element.bounds), rectangle.middle(view)
  local function turns(distance)
    local count = math.max(1, math.min(kMostTurns, math.abs(distance) // kPixels))
    return distance > 0 and count or -count
  end
  local up_or_down = middle.y < view.y or middle.y >= view.y + view.height
  if up_or_down then return { down = turns(middle.y - wanted.y) } end
  return { right = turns(middle.x - wanted.x) }
end

local function place_text(element)
  local bounds = element.bounds
  return bounds and ("%d,%d"):format(bounds.x, bounds.y) or "nowhere"
end

-- Turns the wheel over the view, until the element is in it or nothing moves any more in either direction.
local function turn(plan, element, view)
  local unmoved, down = 0, true
  for _ = 1, kMostTries do
    local before, options = place_text(element), turns_to(element, view, down)
    options.window = plan.window and plan.window.id
    local place = rectangle.middle(view)
    local bounds = plan.window and plan.window.bounds or { x = 0, y = 0 }
    input.scroll({ x = place.x - bounds.x, y = place.y - bounds.y }, options)
    element, view = look(plan)
    if is_in_view(element, view) then return true end
    unmoved = place_text(element) == before and unmoved + 1 or 0
    if unmoved > 2 and not element.bounds and down then unmoved, down = 0, false end
    if unmoved > 2 or not view then return false end
  end
  return false
end

function M.perform(plan)
  if is_in_view(look(plan)) then
    plan.was_in_view = true
    return
  end
  local by_program = own_act.done("scroll_to", plan.element)
  local element, view = look(plan)
  if by_program and is_in_view(element, view) then return end
  plan.how = "pointer"
  if plan.window then window.focus(plan.window.id) end
  if view and turn(plan, element, view) then return end
  errors.raise("EFFECT_NOT_SEEN", plan.subject.text .. " did not come into view",
    { hint = "Scroll by `scroll`, or open what holds it.", details = { dispatched = true } })
end

function M.seen(plan)
  return "seen", { plan.was_in_view and "it was in view already" or "it is in view" }
end

act.tool(M)

return M
