local json = require "json"
local read = require "acting.read"
local screen = require "screen"

-- `get_display_info`: the displays.
local M = {}

local function row_of(display)
  local bounds = display.bounds
  return json.object {
    { "name", display.name },
    { "resolution", json.object { { "width", bounds.width }, { "height", bounds.height } } },
    { "isMain", display.primary }, { "position", json.object { { "x", bounds.x }, { "y", bounds.y } } },
  }
end

function M.read()
  local rows = {}
  for i, display in ipairs(screen.displays()) do rows[i] = row_of(display) end
  return json.array(rows)
end

read.tool(M)

return M
