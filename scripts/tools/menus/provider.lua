local services = require "desktop.services"

-- What the tools of the tray need.
local M = {}

function M.rows()
  return { services.row("tray", { text = "a panel with a tray", name = "org.kde.StatusNotifierWatcher",
    program = "xfce4-panel", package = "xfce4-panel" }) }
end

return M
