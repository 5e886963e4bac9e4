-- Puts the windows of an application side by side on the first screen: peekaboo run tile_windows.lua APP
local app, screen, window = require "app", require "screen", require "window"

local name, shown = assert(arg[1], "give the name of an application"), {}
for _, each in ipairs(app.list()) do
  if each.name:lower() == name:lower() then table.move(each.windows, 1, #each.windows, #shown + 1, shown) end
end
local area = screen.displays()[1].bounds
for i, id in ipairs(shown) do
  local width = area.width // #shown
  local place = window.place(id, { x = area.x + (i - 1) * width, y = area.y + 40, width = width - 20, height = 400 })
  print(("%d at %d,%d"):format(id, place.x, place.y))
end
