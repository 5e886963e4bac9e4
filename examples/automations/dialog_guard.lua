-- Looks out for dialogs while you are away: each is brought to the front, kept as a picture, and read.
-- peekaboo run dialog_guard.lua [FOLDER]
local event, log, screen, time, window =
  require "event", require "log", require "screen", require "time", require "window"

local folder = arg[1] or "~/dialogs"

event.on { "window.opened", run = function(w)
  if w.type ~= "dialog" then return end
  window.focus(w.id)
  screen.wait_stable(w.bounds, { still = 0.2, timeout = 5 })
  local picture = screen.capture("window", { id = w.id })
  local path = picture:save(("%s/%s-%d.png"):format(folder, time.format "%Y%m%d-%H%M%S", w.id))
  local says = picture:text().text:gsub("%s+", " ")
  log.warn("a dialog has opened", { title = w.title, says = says, path = path })
  print(w.title, says, path)
end }
print "on guard"
