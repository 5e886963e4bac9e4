local element_wait = require "acting.element_wait"
local errors = require "errors"
local focusing = require "acting.focusing"
local html_date = require "tools.ui.common.html_date"
local input = require "input"
local input_press = require "input_press"
local own_act = require "acting.own_act"
local ui = require "ui"

-- The date and time fields of browsers. Their parts are spin buttons that take digits, in an order and with names that
-- follow the language: the numbers that a part takes tell what it is.
local M = {}

local kSettling = 1.5 -- seconds until the parts must hold what was typed
local kMostParts = 9
local kDigits = { year = 4, millisecond = 3 } -- of the others: 2
local kMayBe0 = { hour = true, minute = true, second = true, millisecond = true }
local kByMaximum = { [2] = "half", [11] = "hour", [12] = "month", [23] = "hour", [24] = "hour", [31] = "day",
  [53] = "week", [59] = "minute", [999] = "millisecond" }

-- Returns what a part is; nil when its numbers do not say.
local function name_of(element, following, taken)
  local most = element.maximum
  if not most then return nil end
  if most >= 1000 then return "year" end
  if most == 12 and following and following.maximum == 59 then return "hour" end
  if most == 59 and taken.minute then return "second" end
  local name = kByMaximum[most]
  return not taken[name] and name or nil
end

-- Returns what the one part is whose numbers do not say it: a page that allows some months only narrows them.
local function missing_name(taken)
  if taken.minute and not taken.hour then return "hour" end
  if not taken.year or taken.week then return nil end
  return not taken.month and "month" or not taken.day and "day" or nil
end

local function spin_buttons_in(element)
  local tree = element.window and try(ui.tree, { window = element.window })
  local found, holder = {}, nil
  for _, each in ipairs(tree and tree.elements or {}) do
    if holder and each.depth <= holder.depth then break end
    if holder and each.role == "spin button" and #found < kMostParts then found[#found + 1] = ui.read(each) end
    if each.id == element.id then holder = each end
  end
  return found
end

-- Returns the parts of a field in their order, {element, name}; nil for what is none. Raises UNSUPPORTED when it does
-- not tell what they are: Chromium gives a part that the page does not let change no numbers.
function M.of(element)
  if element.role ~= "date editor" then return nil end
  local elements = spin_buttons_in(element)
  local parts, taken = {}, {}
  for i, each in ipairs(elements) do
    parts[i] = { element = each, name = name_of(each, elements[i + 1], taken) }
    if parts[i].name then taken[parts[i].name] = true end
  end
  for _, each in ipairs(parts) do
    each.name = each.name or each.element.maximum and missing_name(taken)
    if not each.name then
      errors.raise("UNSUPPORTED", ("'%s' does not tell its parts"):format(element.name),
        { hint = "Click a part of it and type its digits.", details = { reason = "no parts" } })
    end
    taken[each.name] = true
  end
  return parts[1] and parts or nil
end

-- An empty part has the number 0.
local function number_of(part)
  return tonumber(part.element.value) or 0
end

-- Returns the value that the parts hold together; nil when they are empty, or midnight.
function M.value_of(parts)
  local date, half, filled = {}, nil, false
  for _, each in ipairs(parts) do
    local number = number_of(each)
    if number == 0 and not kMayBe0[each.name] then return nil end
    filled = filled or number ~= 0
    if each.name == "half" then half = number else date[each.name] = number end
  end
  if date.hour then date.hour = half and date.hour % 12 + (half == 2 and 12 or 0) or date.hour % 24 end
  return filled and html_date.text(date) or nil
end

-- Returns the number with which a part shows its share of a date; nil when that has none.
local function shown(part, date)
  local hour, most = date.hour, part.element.maximum
  if part.name == "half" then return hour and (hour < 12 and 1 or 2) end
  if part.name == "second" or part.name == "millisecond" then return hour and (date[part.name] or 0) end
  if part.name ~= "hour" or not hour then return date[part.name] end
  if most == 12 then return hour % 12 == 0 and 12 or hour % 12 end
  if most == 24 then return hour == 0 and 24 or hour end
  return most == 11 and hour % 12 or hour
end

local function refuse(message)
  errors.raise("INVALID_ARGUMENT", "value: " .. message,
    { hint = "Write a date as 2026-11-27, a time as 14:30, both as 2026-11-27T14:30, a month as 2026-11, a week as "
      .. "2026-W48.", details = { field = "value" } })
end

-- Gives each part the number that it is to show, 0 for none. Raises INVALID_ARGUMENT for what the field does not take.
function M.assign(parts, value)
  local date = html_date.parse(value) or value == "" and {} or refuse(("'%s' is no date and no time"):format(value))
  local left = {}
  for name in pairs(date) do left[name] = true end
  for _, each in ipairs(parts) do
    each.wanted = shown(each, date) or value == "" and 0
      or refuse(("'%s' has no %s for this field"):format(value, each.name))
    left[each.name] = nil
  end
  local more = next(left)
  if more then refuse(("'%s': the field takes no %s"):format(value, more)) end
end

local function holds(part)
  part.element = ui.read(part.element)
  return number_of(part) == part.wanted
end

-- The halves of a day have names of the language. Up steps from one to the other.
local function step(part, options)
  for _ = 1, 2 do
    local before = number_of(part)
    if before == part.wanted then return end
    input_press.press("Up", options)
    try(element_wait.within, kSettling, function() return holds(part) or number_of(part) ~= before end)
  end
end

local function fill(part, options, clears)
  own_act.done("focus", part.element)
  if clears then return input_press.press("Delete", options) end
  if part.name == "half" then return step(part, options) end
  input.type(("%0" .. (kDigits[part.name] or 2) .. "d"):format(part.wanted), options)
end

-- Types into each part what M.assign() gave it for the value. Returns whether the parts hold it.
function M.enter(parts, value, window)
  local options = { window = window and window.id }
  focusing.give { window = window }
  for _, each in ipairs(parts) do
    -- A part with the number 0 may be empty.
    if each.wanted == 0 or number_of(each) ~= each.wanted then fill(each, options, value == "") end
  end
  local set = try(element_wait.within, kSettling, function()
    local all = true
    for _, each in ipairs(parts) do all = holds(each) and all end
    return all
  end)
  return set or false
end

return M
