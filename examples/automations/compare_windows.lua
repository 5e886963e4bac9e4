-- Where two windows differ: peekaboo run compare_windows.lua TITLE OTHER_TITLE [TOLERANCE]
-- Fails when they do; the differences stand out in differences.png.
local screen, task, window = require "screen", require "task", require "window"

local function picture_of(title)
  return screen.capture("window", { id = window.wait({ title = title, timeout = 10 }).id })
end

local one, other = task.all {
  function() return picture_of(arg[1]) end,
  function() return picture_of(arg[2]) end,
}
if one.width ~= other.width or one.height ~= other.height then
  error(("their sizes differ: %dx%d and %dx%d"):format(one.width, one.height, other.width, other.height), 0)
end
local places = one:diff(other, { tolerance = tonumber(arg[3]) or 0 })
for _, place in ipairs(places) do print(place.x, place.y, place.width, place.height) end
if #places > 0 then
  one:mask(places, { color = { red = 255 } }):save "differences.png"
  error(#places .. " places differ", 0)
end
print "the same"
