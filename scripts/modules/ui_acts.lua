local element_id = require "check.element_id"
local elements = require "elements"
local errors = require "errors"
local options = require "check.options"

-- ui.press, ui.focus, ui.scroll_to, ui.select and ui.set_value.
local M = {}

local function act(kind, element, given, more)
  local what = "ui." .. kind
  local id = element_id.of(what, element)
  given = options.check(what, given, { timeout = "seconds", add = kind == "select" and "boolean" or nil })
  local now, action, answered = elements.act(id,
    { kind = kind, add = given.add, value = more, timeout = given.timeout })
  if now then now.path = rawget(element, "path") end
  return now, action, answered
end

function M.press(element, given)
  local _, action, answered = act("press", element, given)
  return action, answered
end

-- Returns a function without what only ui.press tells.
local function plain(kind)
  return function(element, given) return (act(kind, element, given)) end
end

M.focus, M.scroll_to, M.select = plain "focus", plain "scroll_to", plain "select"

function M.set_value(element, value, given)
  if type(value) ~= "string" and type(value) ~= "number" then
    errors.raise("INVALID_ARGUMENT", "ui.set_value: value: expected a string or a number, got " .. options.shown(value))
  end
  return (act("set_value", element, given, value))
end

return M
