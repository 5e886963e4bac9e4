-- A picture of a dashboard every night: peekaboo run nightly_dashboard.lua [TITLE [TIME [FOLDER]]]
local event, log, screen, time, window =
  require "event", require "log", require "screen", require "time", require "window"

local title, at, folder = arg[1] or "Dashboard", arg[2] or "02:00", arg[3] or "~/dashboards"

event.on { "time", at = at, run = function()
  local dashboard = window.wait { title = title, timeout = 60 }
  local picture = screen.capture("window", { id = dashboard.id })
  local path = picture:save(("%s/%s.png"):format(folder, time.format "%Y-%m-%d"))
  log.info("the dashboard was saved", { path = path })
  print(path)
end }
