local unicode = require "lib.unicode"

-- The host's `edit_distance`.
local M = {}

local longest = 64 -- bytes of a wrong name that are compared

-- How many letters must be changed, added, taken away or swapped with the next one to make b of a.
local function distance(one, other)
  local a, b = unicode.characters(one), unicode.characters(other)
  local before, row = {}, {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local last = row
    row = { [0] = i }
    for j = 1, #b do
      local change = last[j - 1] + (a[i] == b[j] and 0 or 1)
      row[j] = math.min(change, row[j - 1] + 1, last[j] + 1)
      local swapped = i > 1 and j > 1 and a[i] == b[j - 1] and a[i - 1] == b[j]
      if swapped then row[j] = math.min(row[j], before[j - 2] + 1) end
    end
    before = last
  end
  return row[#b]
end

-- The nearest of `names` to `wrong`, the first by the alphabet of several; nil when none is near. `most`: changes that
-- still count as near (default: 2, or a third of the name, but less than half of it).
function M.nearest(wrong, names, most)
  local best, least = nil, (most or math.min(math.max(2, #wrong // 3), (#wrong - 1) // 2)) + 1
  for _, name in ipairs(names) do
    local far = distance(wrong:sub(1, longest), name)
    if far < least or (far == least and best and name < best) then best, least = name, far end
  end
  return best
end

M.between = distance

return M
