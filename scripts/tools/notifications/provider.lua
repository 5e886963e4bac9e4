local services = require "desktop.services"

-- What shows notifications, for `doctor`.
local M = {}

local service = {
  text = "notification service", name = "org.freedesktop.Notifications", program = "dunst", package = "dunst",
}

function M.rows() return { services.row("notifications", service) } end

return M
