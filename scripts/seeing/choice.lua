local order = require "seeing.order"
local rectangle = require "lib.rectangle"
local roles = require "seeing.roles"
local unicode = require "lib.unicode"

-- Which elements are worth a mark: what can be used or read in a picture.
local M = {}

local kSmallest = 3 -- pixels: what is thinner can be neither seen nor hit

local function set_of(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

local function says_something(element)
  return element.name ~= "" or (element.value or "") ~= ""
end

-- Returns whether one place lies on another. Elements of a pop-up without places are told one in the other.
local function lies_on(outer, inner)
  if not (outer and inner) then return outer == inner end
  return rectangle.has_middle(outer, inner)
end

-- Returns "used", "read" or nil for an element.
local function purpose_of(element, states)
  if roles.used[element.role] or states.editable then return "used" end
  if roles.read[element.role] then return says_something(element) and "read" or nil end
  if roles.wrapper[element.role] and states.focusable and element.name ~= "" then return "used" end
  return nil
end

-- Returns the part of an element that shows in the picture. What is not shown has no bounds; the state "showing" does
-- not tell, because GTK 4 leaves it out.
local function visible_part(element, picture)
  if not element.bounds then return nil end
  local part = rectangle.common(element.bounds, picture)
  return part and math.min(part.width, part.height) >= kSmallest and part or nil
end

-- Returns what an element is chosen after: 1 has the focus, 2 content, 3 what comes last.
local function rank_of(element, states)
  if states.focused then return 1 end
  if element.role == "table cell" and element.value == "" then return 3 end -- of a sheet
  if roles.late[element.role] or roles.wrapper[element.role] then return 3 end
  return 2
end

local fields = { text = "entry", entry = "text" } -- toolkits call a field either

-- Returns whether the name, label or value of an item contains a text, or its role is the text. Case is ignored.
local function fits(item, text)
  if not text then return true end
  local wanted = unicode.lower(text)
  for _, own in ipairs { item.name, item.label or "", item.value or "" } do
    if unicode.lower(own):find(wanted, 1, true) then return true end
  end
  return item.role == wanted or item.role == fields[wanted]
end

local function item_of(element, states, purpose, part)
  return {
    element = element, role = element.role, name = element.name, value = element.value, states = states,
    bounds = part, purpose = purpose, rank = rank_of(element, states), window = element.window,
  }
end

-- Returns any element as an item, whether it can be used, read or neither.
function M.item(element)
  local states = set_of(element.states)
  return item_of(element, states, purpose_of(element, states), element.bounds)
end

-- Returns whether an element only stands for the control that it is in: GTK 4's menu buttons hold a button, since 4.20
-- a toggle button, and its drop-downs one that covers them.
local function is_same_control(element, part, holder)
  if holder == nil then return false end
  if holder.role == "combo box" and (element.role == "button" or element.role == "toggle button") then
    return lies_on(holder.bounds, part) and lies_on(part, holder.bounds)
  end
  if element.name == "" or element.name ~= holder.name then return false end
  local alike = element.role == holder.role or element.role == "toggle button" and holder.role == "button"
  return alike and lies_on(holder.bounds, part)
end

-- Returns whether GTK 4 has named an item after its class, as what has no label of its own.
local function has_class_name(item)
  return item.name:find "^Gtk%u%l" ~= nil
end

-- Returns whether a text is all that a control shows, and the control is not called so: GTK 4.8 says it twice,
-- or names the control after its class.
local function is_its_name(element, purpose, part, holder)
  if purpose ~= "read" or holder == nil or holder.purpose ~= "used" or element.name == "" then return false end
  local is_alike = holder.name == element.name .. " " .. element.name or has_class_name(holder)
  return is_alike and lies_on(holder.bounds, part) and lies_on(part, holder.bounds)
end

-- Returns whether an element is the control that an item only holds: GTK 4's menu buttons hold the button that is
-- called after what it shows.
local function is_real_control(element, part, holder)
  if holder == nil or element.name == "" or not has_class_name(holder) then return false end
  local is_button = element.role == "button" or element.role == "toggle button"
  return is_button and holder.role == "button" and lies_on(holder.bounds, part)
end

-- Has an item tell the focus that is on what stands for it.
local function take_focus(item)
  item.states.focused, item.rank = true, 1
end

-- Returns whether what an element says is said again, word by word, by what it holds: Chromium's paragraphs.
local function is_said_by_parts(elements, place)
  local element, first = elements[place], elements[place + 1]
  return roles.read[element.role] and element.name == "" and first ~= nil and first.role == "static"
    and (first.depth or 1) == (element.depth or 1) + 1
end

-- Returns the items of a list of elements, parents before their children with their depth: what can be used or read in
-- `picture` (a rectangle of the desktop), and, without bounds, what shows at a place that is not known. A text that
-- only repeats the name of the control it is in is left out.
function M.items(elements, picture)
  -- above, holders: by depth, the name of the control at that depth of the present branch, and its item
  local items, above, holders = {}, {}, {}
  for place, element in ipairs(elements) do
    local depth = element.depth or 1
    for deeper = depth, #above do above[deeper], holders[deeper] = nil, nil end
    local states = set_of(element.states)
    local part = visible_part(element, picture)
    local purpose = (part or element.unplaced) and purpose_of(element, states)
    local holder = above[depth - 1] or false
    local repeats = purpose == "read" and holder and holder == element.name or is_said_by_parts(elements, place)
    local holder_item = holders[depth - 1]
    holders[depth] = holder_item
    if purpose and is_same_control(element, part, holder_item) then
      if states.focused then take_focus(holder_item) end
    elseif purpose and is_its_name(element, purpose, part, holder_item) then
      holder_item.name = element.name
    elseif purpose and not repeats then
      if items[#items] == holder_item and is_real_control(element, part, holder_item) then items[#items] = nil end
      holders[depth] = item_of(element, states, purpose, part)
      items[#items + 1] = holders[depth]
    end
    above[depth] = purpose == "used" and element.name ~= "" and element.name or holder
  end
  return items
end

-- Returns at most `room` of the items in the order in which they are read. Where that is not all, what comes in numbers
-- is left out first.
local function fitting(items, room)
  local ordered = order.by_reading(items)
  if #ordered <= room then return ordered end
  local single, kept = 0, {}
  for _, item in ipairs(ordered) do
    if not roles.many[item.role] then single = single + 1 end
  end
  local many = room - single -- places for the others; none or less: not even all of those that stand alone fit
  for _, item in ipairs(ordered) do
    local is_many = roles.many[item.role]
    if #kept < room and (not is_many or many > 0) then kept[#kept + 1] = item end
    if is_many then many = many - 1 end
  end
  return kept
end

-- Returns at most `most` of the items in the order in which they are told, and how many are missing. `text`: only those
-- with it.
function M.choose(items, most, text)
  local by_rank, count = { {}, {}, {} }, 0
  for _, item in ipairs(items) do
    if fits(item, text) then
      table.insert(by_rank[item.rank], item)
      count = count + 1
    end
  end
  local chosen = {}
  for _, rank in ipairs(by_rank) do
    local kept = fitting(rank, most - #chosen)
    table.move(kept, 1, #kept, #chosen + 1, chosen)
  end
  return chosen, count - #chosen
end

return M
