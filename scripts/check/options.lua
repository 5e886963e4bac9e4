local errors = require "errors"
local did_you_mean = require "lib.did_you_mean"

local M = {}

local function sorted(kinds)
  local names = {}
  for name in pairs(kinds) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local checks = {
  rectangle = function(value)
    if type(value) ~= "table" then return false end
    for _, side in ipairs { "x", "y", "width", "height" } do
      local length = rawget(value, side)
      if math.type(length) == nil or length % 1 ~= 0 or math.abs(length) > 1e6 then return false end
    end
    return value.width > 0 and value.height > 0
  end,
  seconds = function(value) return type(value) == "number" and value >= 0 end,
  id = function(value) return math.type(value) == "integer" and value >= 0 end,
}

local shapes = {
  rectangle = "a rectangle {x, y, width, height} in whole pixels, not empty",
  seconds = "a number of seconds, 0 or more",
  id = "the id of a window",
  text = "a text that is not empty",
}

-- Returns whether a value is of a kind; see M.check.
function M.fits(kind, value)
  return checks[kind](value)
end

-- Returns a description of a wrong value for a message.
function M.shown(value)
  if type(value) == "table" then return rawget(value, "id") and "a whole record" or "a table" end
  if type(value) == "string" then return ("'%s'"):format(value) end
  return value == nil and "nothing" or tostring(value)
end

-- Raises the message of `peekaboo check` if there is one, else `message`.
local function refuse(what, name, value, message, hint)
  local said = type(name) == "string" and require("check.wrong_argument").of_option(what, name, value)
  errors.raise("INVALID_ARGUMENT", said or ("%s: %s"):format(what, message), { hint = not said and hint or nil })
end

-- Checks an option table against `kinds`: the kind of value of each name ("text", "seconds", "rectangle", "id", or a
-- type of Lua). Raises for unknown names, with the nearest known name, and for wrong values. Returns the table; an
-- empty one for nil.
function M.check(what, options, kinds)
  if options == nil then return {} end
  if type(options) ~= "table" then
    errors.raise("INVALID_ARGUMENT", ("%s: expected a table of options, got a %s"):format(what, type(options)))
  end
  for name, value in pairs(options) do
    local kind = kinds[name]
    if not kind then
      local names = sorted(kinds)
      refuse(what, name, value, ("unknown option '%s'"):format(tostring(name)),
        did_you_mean.hint(name, names) or "options are: " .. table.concat(names, ", "))
    end
    local fits
    if kind == "text" then
      fits = type(value) == "string" and value ~= ""
    elseif checks[kind] then
      fits = checks[kind](value)
    else
      fits = type(value) == kind
    end
    if not fits then
      refuse(what, name, value, ("option '%s': expected %s"):format(name, shapes[kind] or "a " .. kind))
    end
  end
  return options
end

return M
