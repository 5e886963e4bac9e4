local M = {}

local longest = 64 -- bytes of a wrong name that are compared

-- Returns how many letters must be changed, added, removed or swapped with the next one to turn a into b.
local function distance(a, b)
  local before, row = {}, {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local last = row
    row = { [0] = i }
    for j = 1, #b do
      local change = last[j - 1] + (a:byte(i) == b:byte(j) and 0 or 1)
      row[j] = math.min(change, row[j - 1] + 1, last[j] + 1)
      local swapped = i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j)
      if swapped then row[j] = math.min(row[j], before[j - 2] + 1) end
    end
    before = last
  end
  return row[#b]
end

-- Returns the name in `names` nearest to `wrong`, the alphabetically first of several; nil when none is near. `most`:
-- changes allowed (default: 2, or a third of the name, but less than half of it).
function M.name(wrong, names, most)
  local best, least = nil, (most or math.min(math.max(2, #wrong // 3), (#wrong - 1) // 2)) + 1
  for _, name in ipairs(names) do
    local far = distance(wrong:sub(1, longest), name)
    if far < least or (far == least and best and name < best) then best, least = name, far end
  end
  return best
end

-- Returns "; did you mean 'x'?", or "".
function M.question(wrong, names)
  local near = M.name(wrong, names)
  return near and ("; did you mean '%s'?"):format(near) or ""
end

return M
