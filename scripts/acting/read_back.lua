local element_states = require "desktop.element_states"
local element_wait = require "acting.element_wait"
local elements = require "elements"
local ui = require "ui"
local unicode = require "lib.unicode"
local window = require "window"

-- Reads text back from the field that it was typed into.
local M = {}

local kPatience = 1 -- seconds for a program to tell its elements, and to show what it was given
local kLongest = 60 -- characters of a value in an answer
local kMost = 10000 -- bytes of a value: longer ones are cut where they are read

-- Returns the elements of the window in front, or nil where its program tells none. Turns nothing on.
function M.in_front()
  local front = window.frontmost()
  if not (front and front.pid) then return nil end
  local _, rows = elements.support { processes = { front.pid } }
  if not (rows[1] and rows[1].available) then return nil end
  return ui.tree({ window = front.id, timeout = kPatience }).elements
end

-- Returns the line that tells a value.
function M.line(of, value)
  return ('the value%s is "%s"'):format(of, unicode.fit(unicode.line(value), kLongest))
end

local function focused(list)
  for _, each in ipairs(list or {}) do
    if each.value and element_states.has(each, "focused") and element_states.has(each, "editable") then return each end
  end
  return nil
end

-- Returns the field that text will go to, as it is now: `element`, else the one with the focus in `list`. Nil where
-- there is none, or it tells no value: a terminal tells the whole screen.
function M.field(element, list)
  local field = element or focused(list)
  if not field or field.role == "terminal" or not element_states.has(field, "editable") then return nil end
  field = try(ui.read, field)
  return field and field.value and #field.value <= kMost and field or nil
end

-- Returns the effect of text on a field of M.field(), and what was seen, as lines; nil when the field is gone.
function M.seen(field, text)
  local value
  local fits = element_wait.within(kPatience, function()
    local now = try(ui.read, field)
    value = now and now.value
    return value and value ~= field.value and value:find(text, 1, true) ~= nil
  end)
  if not value then return nil end
  return fits and "seen" or "unknown", { M.line("", value) .. (value == field.value and ", as before" or "") }
end

return M
