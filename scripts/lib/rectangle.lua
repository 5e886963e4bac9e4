-- Rectangles {x, y, width, height}.
local M = {}

-- Returns the intersection of two rectangles, or nil.
function M.common(a, b)
  local x, y = math.max(a.x, b.x), math.max(a.y, b.y)
  local width = math.min(a.x + a.width, b.x + b.width) - x
  local height = math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 and height > 0 and { x = x, y = y, width = width, height = height } or nil
end

-- Returns whether the whole of `inner` lies in `area`.
function M.holds(area, inner)
  return inner.x >= area.x and inner.y >= area.y and inner.x + inner.width <= area.x + area.width
    and inner.y + inner.height <= area.y + area.height
end

-- Returns the place {x, y} in the middle of a rectangle.
function M.middle(area)
  return { x = area.x + area.width // 2, y = area.y + area.height // 2 }
end

-- Returns whether the middle of `other` lies in `area`.
function M.has_middle(area, other)
  local middle = M.middle(other)
  return M.common(area, { x = middle.x, y = middle.y, width = 1, height = 1 }) ~= nil
end

-- Returns the smallest rectangle that contains all of a list, which must not be empty.
function M.around(all)
  local left, top, right, bottom = math.huge, math.huge, -math.huge, -math.huge
  for _, each in ipairs(all) do
    left, top = math.min(left, each.x), math.min(top, each.y)
    right, bottom = math.max(right, each.x + each.width), math.max(bottom, each.y + each.height)
  end
  return { x = left, y = top, width = right - left, height = bottom - top }
end

return M
