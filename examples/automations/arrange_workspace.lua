-- Brings the windows of a piece of work to the front, the first one on top, places them, and starts what is missing.
local process, window = require "process", require "window"

local workspace = {
  { title = "Editor", start = { "xterm", "-T", "Editor" }, bounds = { x = 40, y = 60, width = 500, height = 300 } },
  { title = "Order Form", bounds = { x = 600, y = 60 } }, -- its size stays
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
  if found then
    if wanted.bounds then window.place(found.id, wanted.bounds) end
    window.focus(found.id)
  else
    print("there is no " .. wanted.title)
  end
end
print("in front: " .. window.frontmost().title)
