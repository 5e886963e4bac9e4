local ui = require "ui"

-- The scroll bars around a place, which tell whether anything was scrolled: at the end of a list some programs paint a
-- glow.
local M = {}

local kPatience = 0.5 -- seconds for the program to tell its elements

local function holds(bounds, place)
  return bounds and place.x >= bounds.x and place.x < bounds.x + bounds.width
    and place.y >= bounds.y and place.y < bounds.y + bounds.height
end

-- Returns the values of the scroll bars that belong to what is at a place of a window, by id; nil when the program
-- tells of none.
function M.values(window, place)
  local tree = window and try(ui.tree, { window = window.id, timeout = kPatience })
  local values, above = nil, {}
  for _, each in ipairs(tree and tree.elements or {}) do
    if each.role == "scroll bar" and each.value and holds(above[(each.depth or 1) - 1], place) then
      values = values or {}
      values[each.id] = each.value
    end
    above[each.depth or 1] = each.bounds
  end
  return values
end

-- Returns whether values that M.values() gave are the same now; nil when that is not known.
function M.are_still(before, window, place)
  local now = before and M.values(window, place)
  if not now then return nil end
  for id, value in pairs(before) do
    if now[id] ~= value then return false end
  end
  return true
end

return M
