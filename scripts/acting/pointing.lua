local candidates = require "acting.candidates"
local choices = require "acting.choosing.choices"
local element_states = require "desktop.element_states"
local errors = require "errors"
local input = require "input"
local own_act = require "acting.own_act"
local subjects = require "desktop.subjects"
local window = require "window"
local window_order = require "desktop.window_order"

-- Acts on a subject: its named action, or the pointer at its place.
local M = {}

-- Roles whose main action is what a click does. That of a text box would submit it, that of a row open it.
local by_action = {}
for role in ("button,toggle button,push button menu,check box,radio button,switch,link,menu,menu item,"
  .. "check menu item,radio menu item,combo box,page tab"):gmatch "[^,]+" do by_action[role] = true end

-- Returns whether the element of a subject has a main action that stands for a click, or must try it because nothing
-- else can be done.
function M.has_action(subject)
  local element = subject.element
  if not element then return false end
  return by_action[element.role] or element.unplaced and not element_states.has(element, "editable") or false
end

-- Returns what to do about a subject that is not shown.
local function advice(subject)
  local box = subject.element and choices.box_of(subject.element)
  if not box then return "Scroll it into view, or bring its window to the front." end
  return ("Use `select` on %s with option %q."):format(candidates.text(candidates.item(box)), subject.element.name)
end

-- Returns the place of a subject. Raises ELEMENT_NOT_FOUND for an element that is not shown, or at no known place.
function M.place(subject)
  if subject.place then return subject.place end
  if subject.element and subject.element.unplaced then
    return errors.raise("ELEMENT_NOT_FOUND", ("it is not known where %s is on the screen"):format(subject.text),
      { hint = "Use a plain click where the element has an action, else keys such as Down and Return.",
        details = { field = subject.field } })
  end
  return errors.raise("ELEMENT_NOT_FOUND", subject.text .. " is not on the screen",
    { hint = advice(subject), details = { field = subject.field } })
end

-- Returns the place of a subject for an act that needs none: nil for an element that is shown at no known place.
-- Raises ELEMENT_NOT_FOUND for one that is not shown.
function M.known_place(subject)
  if subject.element and subject.element.unplaced then return nil end
  return M.place(subject)
end

-- Brings a window that the caller has named to the front where another program's lies over the place.
local function uncover(subject, place)
  local over = window_order.over(window_order.known(), subject.window.id, place)
  if over and over.pid ~= subject.window.pid then window.focus(subject.window.id) end
end

-- Returns a place of the desktop in the form that input takes: that of a subject's window, so that no other window gets
-- it, and the options with that window. A window that the caller has named is brought to the front for it.
function M.aimed(subject, place, options)
  if subject.kind == "place" or not subject.window then return place, options end
  if subject.named then uncover(subject, place) end
  local bounds = subject.window.bounds
  options.window = subject.window.id
  return { x = place.x - bounds.x, y = place.y - bounds.y }, options
end

-- Clicks a place of a subject. `options`: button, count, modifiers.
function M.click(subject, place, options)
  local at, how = M.aimed(subject, place, { button = options.button, count = options.count,
    modifiers = options.modifiers, timeout = options.deadline and subjects.remaining(options.deadline) })
  input.click(at, how)
end

-- Performs the main action of a subject's element. Returns false when it has none.
function M.press(subject)
  return own_act.done("press", subject.element)
end

-- Chooses an item of an open menu or list: by a click, or by its own action where its place is not known.
function M.choose(subject)
  if not subject.place and M.press(subject) then return end
  M.click(subject, M.place(subject), {})
end

return M
