local element_states = require "desktop.element_states"
local saved_marks = require "seeing.saved_marks"
local trim = require("lib.blanks").trim
local ui = require "ui"
local unicode = require "lib.unicode"

-- What is chosen in boxes and lists: before an act, for its undo, and after it.
local M = {}

local function is_chosen(element)
  return element_states.has(element, "selected") or element_states.has(element, "checked")
end

-- Returns a name as people write it: without case, mnemonics and the dots that announce a dialog.
function M.plain(name)
  return trim((unicode.lower(name):gsub("[_&]", ""):gsub("%.%.%.$", ""):gsub("…$", "")))
end

-- Returns the elements around one: those of its window, or of its program where the window is not known.
local function around(element)
  local given = element.window and { window = element.window } or { app = "PID:" .. element.pid }
  local tree = try(ui.tree, given)
  return tree and tree.elements or {}
end

-- Returns the place of an element in a list, whatever its name is by now.
local function place_of(element, elements)
  local object = saved_marks.object_of(element.id)
  for i, each in ipairs(elements) do
    if each.role == element.role and saved_marks.object_of(each.id) == object then return i end
  end
  return nil
end

-- Returns the elements inside of the one at `place` that can be chosen, shown or not.
local function inside(elements, place)
  local found = {}
  for i = place + 1, #elements do
    local each = elements[i]
    if each.depth <= elements[place].depth then break end
    if each.name ~= "" and element_states.has(each, "selectable") then found[#found + 1] = each end
  end
  return found
end

-- Returns an element as it is now, and the name of the only item inside of it that is chosen: browsers tell so what a
-- box holds. A box may have the name of what is chosen in it.
function M.now(element)
  local elements = around(element)
  local place = place_of(element, elements)
  if not place then return nil end
  local names = {}
  for _, each in ipairs(inside(elements, place)) do
    if is_chosen(each) then names[#names + 1] = each.name end
  end
  return elements[place], #names == 1 and names[1] or nil
end

-- Returns the places of those that hang on the same parent as the one at `place`, without it.
local function siblings(elements, place)
  local depth, found = elements[place].depth, {}
  local function add(from, to, step)
    for i = from, to, step do
      if elements[i].depth < depth then return end
      if elements[i].depth == depth then found[#found + 1] = i end
    end
  end
  add(place - 1, 1, -1)
  add(place + 1, #elements, 1)
  return found
end

-- Returns the only sibling of the same role that is chosen beside an element, or nil.
function M.beside(element)
  local elements, chosen = around(element), nil
  local place = place_of(element, elements)
  for _, i in ipairs(place and siblings(elements, place) or {}) do
    local each = elements[i]
    if each.role == element.role and is_chosen(each) then
      if chosen then return nil end
      chosen = each
    end
  end
  return chosen
end

-- Returns the elements of a list that can be chosen, shown or not.
function M.within(list)
  local elements = around(list)
  local place = place_of(list, elements)
  return place and inside(elements, place) or {}
end

-- Returns what a box tells to be chosen in it, by its value, or by its name when that has changed with the choice from
-- what it was `before`; nil when it tells nothing.
function M.told(box, before)
  if (box.value or "") ~= "" then return box.value end
  return box.name ~= before.name and box.name or nil
end

return M
