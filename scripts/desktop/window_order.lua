-- Which window lies where, from a list of windows, the front-most first.
local window = require "window"

local M = {}

-- Returns all windows; none where the desktop does not tell them.
function M.known()
  local windows, err = try(window.list)
  if windows then return windows end
  if err.code == "UNSUPPORTED" then return {} end
  return error(err, 0)
end

local function covers(bounds, place)
  return bounds and place.x >= bounds.x and place.x < bounds.x + bounds.width
    and place.y >= bounds.y and place.y < bounds.y + bounds.height
end

-- Returns the window with an id, or nil.
function M.find(windows, id)
  for _, each in ipairs(windows) do
    if each.id == id then return each end
  end
  return nil
end

-- Returns the front-most window on screen at a place {x, y}, its frame included, or nil.
function M.at(windows, place)
  for _, each in ipairs(windows) do
    if each.on_screen and covers(each.frame or each.bounds, place) then return each end
  end
  return nil
end

-- Returns the front-most window on screen that lies over a place of the window with that id, or nil. Without the id in
-- the list it is the one at the place.
function M.over(windows, id, place)
  for _, each in ipairs(windows) do
    if each.id == id then return nil end
    if each.on_screen and covers(each.bounds, place) then return each end
  end
  return nil
end

return M
