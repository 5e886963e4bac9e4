-- Shows the newest file of a folder in the file manager: peekaboo run show_newest.lua FOLDER
local files, fs = require "files", require "fs"

local newest, when = nil, 0
for _, path in ipairs(fs.glob((arg[1] or fs.home()) .. "/*")) do
  local found = fs.stat(path)
  if found.type == "file" and found.modified > when then newest, when = path, found.modified end
end
if not newest then error("there is no file", 0) end
local manager = files.reveal(newest)
print(("%s shows %s"):format(manager, newest))
