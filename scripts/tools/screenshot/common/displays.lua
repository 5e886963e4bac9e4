local errors = require "errors"
local json = require "json"
local screen = require "screen"
local trim = require("lib.blanks").trim

-- Displays, as the screenshot tools name and describe them.
local M = {}

-- Returns all displays. Raises DISPLAY_NOT_FOUND when there is none.
function M.all()
  local all = screen.displays()
  if #all == 0 then errors.raise("DISPLAY_NOT_FOUND", "this desktop has no display") end
  return all
end

local function primary(all)
  for _, display in ipairs(all) do
    if display.primary then return display end
  end
  return all[1]
end

local function by_name(all, name)
  for _, display in ipairs(all) do
    if display.name == name then return display end
  end
  for _, display in ipairs(all) do
    if display.name:lower() == name:lower() then return display end
  end
end

local function by_id(all, text)
  local digits = text:match "^%d+$" or text:lower():match "^screen%s*:%s*(%d+)$"
  local id = digits and math.tointeger(tonumber(digits))
  for _, display in ipairs(id and all or {}) do
    if display.id == id then return display end
  end
end

-- Returns the display that an id ("0", "screen:0") or the name of a connector means; without one the primary. Raises
-- DISPLAY_NOT_FOUND.
function M.find(text)
  local all = M.all()
  if not text then return primary(all) end
  local name = trim(text)
  local found = by_id(all, name) or by_name(all, name)
  if found then return found end
  local ids = {}
  for i, display in ipairs(all) do ids[i] = ("%d (%s)"):format(display.id, display.name) end
  return errors.raise("DISPLAY_NOT_FOUND", ("no display is called '%s'"):format(text),
    { hint = "Displays: " .. table.concat(ids, ", ") .. ".", details = { field = "display" } })
end

-- Returns what answers tell about a display.
function M.told(display)
  local bounds = display.bounds
  return json.object {
    { "id", tostring(display.id) }, { "name", display.name },
    { "resolution", json.object { { "width", bounds.width }, { "height", bounds.height } } },
    { "position", json.object { { "x", bounds.x }, { "y", bounds.y } } },
    { "isPrimary", display.primary and true or false },
  }
end

return M
