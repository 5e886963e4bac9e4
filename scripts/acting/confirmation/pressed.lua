local candidates = require "acting.candidates"
local element_states = require "desktop.element_states"
local elements = require "elements"
local errors = require "errors"
local hotkeys = require "desktop.hotkeys"
local key_focus = require "acting.key_focus"
local rectangle = require "lib.rectangle"
local ui_elements = require "ui_elements"
local window = require "window"

-- The elements that an act without a named element presses: the one at its place, or the one with the focus.
local M = {}

local kPatience = 1 -- seconds for a program to report its elements
local kMost = 4000 -- elements

local asked = {} -- processes without elements that were asked for them nevertheless

-- Returns whether a process is worth asking for its elements: when it offers some, and with `turns_on` once when it
-- does not, which turns accessibility on. A program that was started before may let each further question wait in vain.
local function may_answer(pid, turns_on)
  local _, rows = elements.support { processes = { pid }, timeout = kPatience }
  if rows[1] and rows[1].available then return true end
  local is_first = turns_on and not asked[pid]
  asked[pid] = asked[pid] or turns_on
  return is_first
end

local function elements_of(pid, turns_on)
  if not may_answer(pid, turns_on) then return {} end
  return ui_elements.tree({ app = "PID:" .. pid, max_elements = kMost, timeout = kPatience }).elements
end

-- Calls use(element) for each element of a window (nil: none that is listed), and of the open menus of its program and
-- of the one in front, which may belong to no window. Of a slow program these are those that it reports in time. One
-- that fails or has no elements has none here, and the act is done: most acts are harmless, and programs without
-- elements must stay usable. `turns_on`: accessibility may be turned on for it.
local function each_of(shown, turns_on, use)
  local read = {}
  for _, each in ipairs { shown or false, try(window.frontmost) or false } do
    local pid = each and each.pid or 0
    if pid > 0 and not read[pid] then
      local list, err = try(elements_of, pid, turns_on)
      if err and errors.is_cancelled(err) then error(err, 0) end
      for _, element in ipairs(list or {}) do
        if not element.window or shown and element.window == shown.id then use(element) end
      end
      read[pid] = true
    end
  end
end

-- Returns whether a rectangle (nil: none) has a place.
local function covers(bounds, place)
  return bounds and rectangle.holds(bounds, { x = place.x, y = place.y, width = 1, height = 1 })
end

-- Returns the item at a place of a window: the last one that can be used, because elements come before those in them,
-- under its label when it has no name; else what can be read there. An open menu lies over all else, wherever its
-- program lists it.
local function at(place, shown)
  local found = {}
  each_of(shown, true, function(element)
    if not covers(element.bounds, place) then return end
    local item = candidates.item(element)
    local is_menu = not element.window or item.role:find "menu item$"
    local layer = is_menu and "menu" or "window"
    local used = found[layer] and found[layer].purpose == "used"
    if item.purpose == "used" or item.purpose == "read" and not used then
      found[layer] = item
    elseif item.purpose == "read" and found[layer].name == "" then
      found[layer].name = item.name
    end
  end)
  return found.menu or found.window
end

local returns = { [0xFF0D] = true, [0xFF8D] = true } -- keysyms of Return and Enter
local kSpace = 0x20

-- Returns whether the keys or text of a plan press what has the focus, and the default button of its window.
local function presses(plan)
  if plan.text then return plan.text:find "[ \r\n]" ~= nil, plan.text:find "[\r\n]" ~= nil end
  local symbol = plan.keys and hotkeys.keys(plan.keys).symbol
  return returns[symbol] or symbol == kSpace, returns[symbol] or false
end

-- Returns whether an element gets keys. GTK 3 selects the items of an open menu and focuses none.
local function has_keys(element)
  if element_states.has(element, "focused") then return true end
  return element.bounds and element.role:find "menu item$" and element_states.has(element, "selected") or false
end

-- Returns the items that keys press. A plan with a subject gives that the focus first.
local function by_keys(plan)
  local focused, default = presses(plan)
  focused = focused and not plan.subject
  local items = {}
  if not (focused or default) then return items end
  -- Qt opens no menu by keys once accessibility is turned on while one is open.
  each_of(key_focus.taking(plan.window) or window.frontmost(), false, function(element)
    local is_pressed = focused and has_keys(element)
      or default and element_states.has(element, "is default")
    if is_pressed then items[#items + 1] = candidates.item(element) end
  end)
  return items
end

-- Returns the items that a plan presses with pointer or keys; see acting/act.lua. Several elements may have the focus:
-- Qt reports the current item of each view so.
function M.items(plan)
  if plan.how == "keys" then return by_keys(plan) end
  local aim = plan.pressed or plan.subject
  if plan.how ~= "pointer" or not (aim and aim.place) then return {} end
  local item = aim.item or at(aim.place, aim.window)
  -- A released button presses items of menus alone: on all else it must have gone down, too.
  if not item or plan.releases and not item.role:find "menu item$" then return {} end
  return { item }
end

return M
