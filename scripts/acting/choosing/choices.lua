local element_states = require "desktop.element_states"
local saved_marks = require "seeing.saved_marks"
local trim = require("lib.blanks").trim
local ui = require "ui"
local unicode = require "lib.unicode"

-- Reads which item of a box or list is chosen, before an act (for its undo) and after it.
local M = {}

-- Roles of what pop-up lists hold: GTK 4 tells only the item that the keys were at to be selectable.
local items = {}
for role in ("list item,menu item,check menu item,radio menu item,tree item,option"):gmatch "[^,]+" do
  items[role] = true
end

local function is_chosen(element)
  return element_states.has(element, "selected") or element_states.has(element, "checked")
end

-- Returns a name as people write it: without case, mnemonics and the dots that announce a dialog.
function M.plain(name)
  return trim((unicode.lower(name):gsub("[_&]", ""):gsub("%.%.%.$", ""):gsub("…$", "")))
end

-- Returns the elements of the program of one: pop-ups belong to no window.
local function around(element)
  local tree = try(ui.tree, { app = "PID:" .. element.pid })
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

-- Returns the place of the last element inside of the one at `place`.
local function end_of(elements, place)
  local last = place
  while elements[last + 1] and elements[last + 1].depth > elements[place].depth do last = last + 1 end
  return last
end

-- Returns the elements inside of the one at `place` that can be chosen, shown or not.
local function inside(elements, place)
  local found = {}
  for i = place + 1, end_of(elements, place) do
    local each = elements[i]
    if each.name ~= "" and element_states.has(each, "selectable") then found[#found + 1] = each end
  end
  return found
end

-- Returns an element as it is now, whatever its name is by now; nil when it is gone.
function M.now(element)
  local elements = around(element)
  local place = place_of(element, elements)
  return place and elements[place]
end

-- Returns the combo box that an element is in, or nil.
function M.box_of(element)
  local elements = around(element)
  local place = place_of(element, elements)
  local depth = place and elements[place].depth or 1
  for i = (place or 1) - 1, 1, -1 do
    if elements[i].depth < depth then
      if elements[i].role == "combo box" then return elements[i] end
      depth = elements[i].depth
    end
  end
  return nil
end

local function may_be_item(element)
  return items[element.role] or element_states.has(element, "selectable")
end

-- Returns whether an element is an item of a list. Java's pop-up can be selected itself, and holds the items.
local function is_item(elements, place)
  if not may_be_item(elements[place]) then return false end
  for i = place + 1, end_of(elements, place) do
    if may_be_item(elements[i]) then return false end
  end
  return true
end

local function is_shown(element)
  return element.bounds ~= nil or element.unplaced or false
end

-- Returns the name of an item. Those of GTK 4.8 have none, and hold a label.
local function name_of(elements, place)
  for i = place, end_of(elements, place) do
    if elements[i].name ~= "" then return elements[i].name end
  end
  return ""
end

-- Returns the item that the keys are at: its index, or nil.
local function current_of(list)
  for _, state in ipairs { "focused", "selected" } do
    for i, each in ipairs(list) do
      if element_states.has(each.element, state) then return i end
    end
  end
  return nil
end

-- Returns whether the list of a box can be open. Chromium tells the chosen item of a closed one to be in the box.
local function may_be_open(box)
  local can_tell = element_states.has(box, "expandable") or element_states.has(box, "collapsed")
  return not can_tell or element_states.has(box, "expanded")
end

-- Returns a box as it is now: {box, items (those that are shown, {role, name, element} in their order), current (index
-- of the item that the keys are at, or nil), selected (name of the only item that is selected, shown or not, or nil),
-- label (text in it that is not an item, or nil)}; nil when it is gone.
function M.box(element)
  local elements = around(element)
  local place = place_of(element, elements)
  if not place then return nil end
  local read = { box = elements[place], items = {} }
  local is_open = may_be_open(elements[place])
  local selected, i, last = {}, place + 1, end_of(elements, place)
  while i <= last do
    local each = elements[i]
    if is_item(elements, i) then
      local name = name_of(elements, i)
      if is_open and is_shown(each) and name ~= "" then
        read.items[#read.items + 1] = { role = each.role, name = name, states = {}, element = each }
      end
      if is_chosen(each) then selected[#selected + 1] = name end
      i = end_of(elements, i)
    elseif each.role == "label" and is_shown(each) and each.name ~= "" then
      read.label = read.label or each.name
    end
    i = i + 1
  end
  read.current = current_of(read.items)
  read.selected = #selected == 1 and selected[1] or nil
  return read
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

-- Returns what a box of M.box() shows: its value, the text in it, or its name; "" when it is called after something
-- else and shows nothing.
function M.shown(read)
  local value = read.box.value or ""
  return value ~= "" and value or read.label or read.box.name
end

return M
