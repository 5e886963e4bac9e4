-- Brings the windows of a piece of work to the front, the first one on top, and starts what is missing.
-- (Where windows lie and how large they are is still left to the window manager.)
local process, window = require "process", require "window"

local workspace = {
  { title = "Editor", start = { "xterm", "-T", "Editor" } },
  { title = "Order Form" },
}

-- A program that lives on when this script has ended.
local function start(command)
  process.run { "sh", "-c", 'setsid "$@" >/dev/null 2>&1 </dev/null &', "sh", table.unpack(command) }
end

local function find(title)
  for _, each in ipairs(window.list()) do
    if each.title == title then return each end
  end
end

for i = #workspace, 1, -1 do
  local wanted = workspace[i]
  local found = find(wanted.title)
  if not found and wanted.start then
    start(wanted.start)
    found = window.wait { title = wanted.title, timeout = 20 }
  end
  if found then window.focus(found.id) else print("there is no " .. wanted.title) end
end
print("in front: " .. window.frontmost().title)
