local element_states = require "desktop.element_states"
local rectangle = require "lib.rectangle"

-- Open menus that no element stands for: Qt tells those of its menu bars alone, not context menus and those of buttons.
local M = {}

local kBorder = 32 -- pixels of a shadow or padding, in all

local function is_whole(bounds, area)
  local common = bounds and rectangle.common(bounds, area)
  return common ~= nil and common.width == bounds.width and common.height == bounds.height
end

-- Returns whether an element is an item of the menu with that area, or the menu itself, or shows its items there. What
-- else lies in the area may be below the menu.
local function tells(element, area)
  if element.role == "combo box" and element_states.has(element, "expanded") then return true end
  local bounds = element.bounds
  if not is_whole(bounds, area) then return false end
  if element.role:find "menu item$" then return true end
  return area.width - bounds.width <= kBorder and area.height - bounds.height <= kBorder
end

-- Returns those of the areas of open menus for which none of the elements stands.
function M.untold(areas, elements)
  local untold = {}
  for _, area in ipairs(areas) do
    local told = false
    for _, element in ipairs(elements) do told = told or tells(element, area) end
    if not told then untold[#untold + 1] = area end
  end
  return untold
end

return M
