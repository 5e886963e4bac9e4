-- Sets the switches in the menus of a program as you like them, and leaves those alone that are so already.
local menu = require "menu"

local app = "Menu Form"
local switches = { ["View > Grid"] = true, ["View > Ruler"] = false }

for path, on in pairs(switches) do
  if menu.find(path, { app = app }).checked ~= on then
    menu.choose(path, { app = app })
    print(path, on and "is on" or "is off")
  end
end
