-- Records which windows come, and their titles, to a table: peekaboo run title_recorder.lua [FILE.csv]
local event, fs, time = require "event", require "fs", require "time"

local path = arg[1] or "titles.csv"
local lines = { fs.exists(path) and fs.read(path):bytes() or "time,process,title\n" }

local function quoted(text)
  return '"' .. text:gsub("[\r\n]", " "):gsub('"', '""') .. '"'
end

local function record(w)
  lines[#lines + 1] = ("%s,%d,%s\n"):format(time.format "%Y-%m-%d %H:%M:%S", w.pid, quoted(w.title))
  fs.write(path, table.concat(lines))
end

-- One after another, so that the newest lines are always the last ones written.
local events = event.listen { kinds = { "window.opened", "window.title_changed" } }
fs.write(path, table.concat(lines))
for happened in events do record(happened.window) end
