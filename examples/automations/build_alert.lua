-- Calls when a window shows a word: peekaboo run build_alert.lua [TITLE [WORD [COMMAND…]]]
-- The command (default: notify-send) gets a sentence as its last word. Ends with the window.
local event, process, screen, window = require "event", require "process", require "screen", require "window"

local title, word = arg[1] or "Build", arg[2] or "FAILED"
local command = #arg > 2 and table.move(arg, 3, #arg, 1, {}) or { "notify-send", "Peekaboo" }
command[#command + 1] = ("%s shows %s"):format(title, word)

local build = window.wait { title = title, timeout = math.huge }
local called = false

local function look()
  local picture = try(screen.capture, "window", { id = build.id }) -- nil: it has just closed
  local shows = picture ~= nil and picture:text().text:find(word, 1, true) ~= nil
  if shows and not called then process.run(command, { timeout = 10 }) end
  called = shows
end

local watching = event.on { "screen.changed", region = build.bounds, run = look }
look()
window.wait_gone { id = build.id, timeout = math.huge }
watching:stop()
