local candidates = require "acting.candidates"
local element_states = require "desktop.element_states"
local errors = require "errors"
local read_back = require "acting.read_back"
local rectangle = require "lib.rectangle"

-- What has the focus while text is typed, and whether it can take text, as its program tells.
local M = {}

local function set(names)
  local result = {}
  for name in names:gmatch "[^,]+" do result[name] = true end
  return result
end

-- Roles of what never takes text. Panels, frames, canvases and terminals are not among them: games and terminals take
-- keys there. Neither are cells and combo boxes, which may be edited.
local never = set("button,toggle button,push button menu,check box,radio button,switch,link,menu bar,menu,menu item,"
  .. "check menu item,radio menu item,tearoff menu item,slider,dial,scroll bar,progress bar")
-- Roles of what takes no text, but may hand it to a field: lists search by it.
local may_hand_on = set("list,list box,tree,tree table,icon,label,page tab list,tool bar,dialog,alert")
-- Qt tells the current item of each view as focused.
local items = set("list item,tree item,page tab,column header,table column header")

-- Returns the element with the focus when it takes no text, else nil.
local function without(list)
  local found, item
  for _, each in ipairs(list) do
    if element_states.has(each, "focused") then
      local is_item = items[each.role]
      local takes_none = is_item or never[each.role] or may_hand_on[each.role]
      if element_states.has(each, "editable") or not takes_none then return nil end
      if is_item then item = each else found = each end
    end
  end
  return found or item and item.role ~= "page tab" and item or nil
end

local function values_of(list)
  local values = {}
  for _, each in ipairs(list) do values[each.id] = each.value end
  return values
end

local function refuse(element)
  errors.raise("FOCUS_REFUSED", ("%s takes no text"):format(candidates.text(candidates.item(element))),
    { hint = "Click a text field first, or name it by `on`; press_key presses keys.",
      details = { typed = 0, reason = "takes no text" } })
end

-- Raises FOCUS_REFUSED for an element that never takes text.
function M.check(element)
  if never[element.role] and not element_states.has(element, "editable") then refuse(element) end
end

-- Returns {text (what has the focus, for people), values} when text would go to what takes none itself, else nil.
-- Raises FOCUS_REFUSED when that never takes text.
-- `list`: the elements of the window in front.
function M.refusing(list)
  local found = list and without(list)
  if not found then return nil end
  M.check(found)
  return { text = candidates.text(candidates.item(found)), values = values_of(list) }
end

-- Returns the value that has got the text, or nil: programs may hand what they get to a field, as for a search.
local function arrived(refusing, text)
  for _, each in ipairs(try(read_back.in_front) or {}) do
    local value = each.value
    local has_it = value and value ~= refusing.values[each.id] and value:find(text, 1, true)
    if has_it then return read_back.line(" of " .. each.role, value) end
  end
  return nil
end

-- Returns the effect of text that was typed while `refusing` (see above) had the focus, what was seen, and a warning,
-- or nil when a field has got it. What else was seen is none of a text that was entered.
function M.judged(refusing, text, effect, lines)
  local value = arrived(refusing, text)
  if value then return "seen", { value } end
  return effect == "seen" and "unknown" or effect, lines,
    ("The focus was on %s, which takes no text: click a text field first, or name it by `on`."):format(refusing.text)
end

-- Returns a warning when text was typed at words and everything that was painted is in other rows, else nil.
function M.elsewhere(subject, areas)
  local words = subject and subject.kind == "words" and subject.item.bounds
  if not words or not areas[1] then return nil end
  local around = rectangle.around(areas)
  for _, each in ipairs(areas) do
    if each.y < words.y + words.height and words.y < each.y + each.height then return nil end
  end
  return ("What was painted is elsewhere, at %d,%d %dx%d: the text may be in another field. Look at the picture.")
    :format(around.x, around.y, around.width, around.height)
end

return M
