-- How the pixels of a picture lie on the desktop. All numbers are whole, so that nothing is lost by rounding.
local M = {}

-- Returns the desktop place that a pixel of the picture shows, the middle one of several. `map`: {width, height (of
-- the picture), area (of the desktop that it shows)}.
function M.to_desktop(map, x, y)
  local area = map.area
  return {
    x = area.x + (2 * x + 1) * area.width // (2 * map.width),
    y = area.y + (2 * y + 1) * area.height // (2 * map.height),
  }
end

-- Returns the pixel {x, y} of the picture that shows a desktop place; outside of the picture for one that it does not
-- show.
function M.to_picture(map, place)
  local area = map.area
  return {
    x = (2 * (place.x - area.x) + 1) * map.width // (2 * area.width),
    y = (2 * (place.y - area.y) + 1) * map.height // (2 * area.height),
  }
end

-- Returns the desktop rectangle that the pixels from (left, top) up to, and without, (right, bottom) show.
function M.rectangle(map, left, top, right, bottom)
  local area = map.area
  local x, y = left * area.width // map.width, top * area.height // map.height
  local to_x = -(-right * area.width // map.width)
  local to_y = -(-bottom * area.height // map.height)
  return { x = area.x + x, y = area.y + y, width = to_x - x, height = to_y - y }
end

return M
