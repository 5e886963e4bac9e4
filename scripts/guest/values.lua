local errors = require "errors"
local json = require "json"

-- Separates the values that a guest returned into pictures and plain values.
local M = {}

local function finite(number)
  return number == number and number ~= math.huge and number ~= -math.huge
end

-- Returns a copy of the value for JSON: pictures become {image = N} and are added to `found` (a list). `place` is its
-- position, for reporting numbers that JSON cannot represent.
local function plain(value, found, place)
  local kind = math.type(value) or type(value)
  if kind == "float" and not finite(value) then
    errors.raise("INVALID_ARGUMENT", ("%s is %s, for which JSON has no word"):format(place, value),
      { hint = "Return a finite number, a text, or json.null in its place." })
  end
  if kind == "userdata" and value ~= json.null then
    found[#found + 1] = value
    return { image = #found }
  end
  if kind ~= "table" then return value end
  local copy = {}
  for key, item in pairs(value) do
    copy[key] = plain(item, found, ("%s%s"):format(place, type(key) == "string" and "." .. key or ("[%d]"):format(key)))
  end
  return setmetatable(copy, getmetatable(value))
end

-- Returns the returned values (a list of `count`, with json.null for nil) as images and value: the pictures in order,
-- and the rest: a single value as it is, several as a list. Raises INVALID_ARGUMENT for a number that is not finite.
function M.split(returned, count)
  local images, values = {}, {}
  for i = 1, count do
    local item = returned[i]
    local is_picture = type(item) == "userdata" and item ~= json.null
    local made = plain(item, images, "returned value " .. i)
    if not is_picture then values[#values + 1] = made end
  end
  if #values <= 1 then return images, values[1] end
  return images, json.array(values)
end

return M
