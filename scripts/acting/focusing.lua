local element_states = require "desktop.element_states"
local element_wait = require "acting.element_wait"
local enabled = require "acting.enabled"
local errors = require "errors"
local input = require "input"
local key_focus = require "acting.key_focus"
local own_act = require "acting.own_act"
local pointing = require "acting.pointing"
local rectangle = require "lib.rectangle"
local safeguards = require "safeguards"
local subject = require "acting.subject"
local ui = require "ui"
local window = require "window"

-- Where keys go.
local M = {}

local kPatience = 1 -- seconds

-- Raises WINDOW_NOT_FOUND when no window is on the screen: the display takes keys then, and they are lost.
local function check_any()
  for _, each in ipairs(window.list()) do
    if each.on_screen then return end
  end
  errors.raise("WINDOW_NOT_FOUND", "no window is on the screen that could take keys",
    { hint = "Launch an application, or restore a window.",
      details = { reason = "no windows", dispatched = false, retry_safe = true } })
end

-- Returns what keys are for, for a plan: {subject?, window?, element?, follows? (boolean)}. Without a subject and a
-- window they follow the last act: they are for its window and the others of its process, of which the one with the
-- focus is told, or for the window in front when there was none. Raises UNSUPPORTED for a subject that is disabled, and
-- WINDOW_NOT_FOUND when nothing is there that could take keys.
function M.plan(args, deadline)
  local found = subject.find(args, deadline, true)
  if found then
    enabled.check(found)
    return { subject = found, window = found.window, element = found.element }
  end
  local named = subject.window(args, deadline, true)
  local followed = not named and safeguards.window_for_keys() or nil
  if not (named or followed) then check_any() end
  return { window = named or key_focus.taking(followed), follows = named == nil }
end

-- Returns the options of keys for a plan of M.plan(), with which no other window gets them.
function M.options(plan)
  return { window = not plan.follows and plan.window and plan.window.id or nil }
end

local function has_focus(element)
  local now = try(ui.read, element)
  return now ~= nil and element_states.has(now, "focused")
end

-- Returns whether what is in an element has the focus: Java's spin buttons hold the field that takes the keys.
local function passes_focus_on(element)
  local tree = element.window and try(ui.tree, { window = element.window })
  for _, each in ipairs(tree and tree.elements or {}) do
    local is_in = each.bounds and element.bounds and rectangle.common(each.bounds, element.bounds)
    local whole = is_in and is_in.width == each.bounds.width and is_in.height == each.bounds.height
    if whole and element_states.has(each, "focused") then return true end
  end
  return false
end

-- Waits until an element that was clicked has the focus, because keys could overtake it inside of the program. What
-- cannot have the focus itself hands it on.
local function await_focus(found)
  local element = found.element
  if not element_states.has(element, "focusable") or has_focus(element) then return end
  local focused = try(element_wait.within, kPatience, function() return has_focus(element) end)
  if focused or passes_focus_on(element) then return end
  errors.raise("FOCUS_REFUSED", found.text .. " does not take the focus",
    { hint = "Click what takes the keys, then type without `on`.", details = { typed = 0 } })
end

-- Gives the focus to what a plan of M.plan() is for: by a click, or by the element's own action when it is not shown.
-- That action selects the text of a field, which keys would then replace. Keys that follow the last act raise no
-- window: a program that came to the front meanwhile is not pushed aside.
function M.give(plan)
  if plan.follows then return end
  local found = plan.subject
  local front = window.frontmost()
  if plan.window and not (front and front.id == plan.window.id) then window.focus(plan.window.id) end
  if not found or found.element and has_focus(found.element) then return end
  if not found.place and own_act.done("focus", found.element) and has_focus(found.element) then return end
  input.click(pointing.aimed(found, pointing.place(found), {}))
  if found.element then await_focus(found) end
end

return M
