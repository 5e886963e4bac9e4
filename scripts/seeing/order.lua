-- The order in which a person reads what a screen shows.
local M = {}

local kLine = 32 -- pixels: what begins further below the first of a row belongs to the next one
local kShare = 0.6 -- of a line

local function begins_before(a, b)
  if a.bounds.y ~= b.bounds.y then return a.bounds.y < b.bounds.y end
  if a.bounds.x ~= b.bounds.x then return a.bounds.x < b.bounds.x end
  return a.at < b.at
end

local function from_the_left(a, b)
  if a.bounds.x ~= b.bounds.x then return a.bounds.x < b.bounds.x end
  return begins_before(a, b)
end

-- Returns items {bounds, …} in rows from the top down, each row from the left, then those without bounds.
function M.by_reading(items)
  local waiting, unplaced = {}, {}
  for i, item in ipairs(items) do
    if item.bounds then
      waiting[#waiting + 1] = { bounds = item.bounds, at = i }
    else
      unplaced[#unplaced + 1] = item
    end
  end
  table.sort(waiting, begins_before)
  local ordered, first = {}, 1
  while first <= #waiting do
    local top = waiting[first].bounds
    local limit, last = top.y + kShare * math.min(top.height, kLine), first
    while waiting[last + 1] and waiting[last + 1].bounds.y < limit do last = last + 1 end
    local row = table.move(waiting, first, last, 1, {})
    table.sort(row, from_the_left)
    for _, each in ipairs(row) do ordered[#ordered + 1] = items[each.at] end
    first = last + 1
  end
  return table.move(unplaced, 1, #unplaced, #ordered + 1, ordered)
end

return M
