local ui = require "ui"

-- Values of elements: a list of elements has their beginnings, an element that is read alone has more.
local M = {}

local kListed, kRead = 1000, 15000 -- characters, as native/desktop/elements.hpp has them

local function reaches(value, most)
  return (utf8.len(value) or #value) >= most
end

-- Returns whether a value that was read alone may be the beginning of a longer one.
function M.is_cut(value)
  return reaches(value, kRead)
end

-- Returns as much of an element's value as can be read, nil when it tells none, and whether it may be cut.
function M.read(element)
  local value = element.value
  if not value or not reaches(value, kListed) then return value, false end
  local now = try(ui.read, element)
  if not now or not now.value then return value, true end
  return now.value, M.is_cut(now.value)
end

return M
