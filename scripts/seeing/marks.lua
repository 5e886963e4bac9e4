local errors = require "errors"

-- The marks that were given to elements and words: numbers that stay unique while the program runs.
local M = {}

M.most = 5000 -- marks remembered

local by_number, by_key = {}, {}
local last, oldest = 0, 1

-- Identifies what an item stands for: the element, or the words at their place.
function M.key(item)
  if item.element then return item.element.id end
  local bounds = item.bounds
  return ("%s\0%d,%d %dx%d"):format(item.name, bounds.x, bounds.y, bounds.width, bounds.height)
end

local function forget_old()
  while last - oldest >= M.most do
    local item = by_number[oldest]
    if item and by_key[item.key] == oldest then by_key[item.key] = nil end
    by_number[oldest] = nil
    oldest = oldest + 1
  end
end

-- Gives an item its mark: the one that the same element or word had before, else a new one.
function M.give(item)
  item.key = M.key(item)
  local number = by_key[item.key]
  if not number then
    last = last + 1
    number = last
    by_key[item.key] = number
  end
  item.mark = number
  by_number[number] = item
  forget_old()
end

-- Makes an item known by the mark that it has, which another process gave.
function M.restore(item)
  by_number[item.mark] = item
  last = math.max(last, item.mark)
end

-- Returns the number that a text such as "m41" means, or nil. Digits alone are words: keys of calculators, cells and
-- pages have such names.
function M.number(text)
  return math.tointeger(tonumber(text:match "^%s*[mM](%d+)%s*$"))
end

-- Returns the item with a mark. Raises ELEMENT_NOT_FOUND for one that was never given, or is forgotten.
function M.find(number)
  local item = by_number[number]
  if item then return item end
  return errors.raise("ELEMENT_NOT_FOUND", ("no element has the mark m%d"):format(number),
    { hint = "Call `see` again: its answer gives the marks.", details = { mark = number } })
end

return M
