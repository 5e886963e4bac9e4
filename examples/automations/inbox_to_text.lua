-- Reads every picture that is put into a folder into a text file beside it: peekaboo run inbox_to_text.lua [FOLDER]
local event, fs, image, text = require "event", require "fs", require "image", require "text"

local folder = arg[1] or "inbox"
text.require "eng"
fs.make_directory(folder)

event.on { "file.changed", path = folder, run = function(path)
  if not path:find "%.png$" and not path:find "%.jpe?g$" then return end
  local blob = try(fs.read, path) -- it may be gone again
  local picture = blob and try(image.decode, blob) -- or be half written: the next change tells
  if not picture then return end
  fs.write(path .. ".txt", picture:text().text .. "\n")
  print(path .. ".txt")
end }
print "reading"
