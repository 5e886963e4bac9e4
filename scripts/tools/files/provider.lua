local services = require "desktop.services"

-- Who shows files for other programs, for `doctor`.
local M = {}

local service = {
  text = "file manager", name = "org.freedesktop.FileManager1", program = "nautilus", package = "nautilus",
}

function M.rows() return { services.row("files", service) } end

return M
