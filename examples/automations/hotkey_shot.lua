-- Saves a picture of the window in front whenever a key is pressed: peekaboo run hotkey_shot.lua [KEYS [FOLDER]]
local event, screen, window = require "event", require "screen", require "window"

local keys, folder = arg[1] or "Ctrl+Alt+P", arg[2] or "~/Pictures"

event.on { "hotkey", keys = keys, run = function()
  local front = window.frontmost()
  if not front then return print "no window is in front" end
  print(front.title, screen.capture("window", { id = front.id }):save(folder .. "/"))
end }
print("press " .. keys)
