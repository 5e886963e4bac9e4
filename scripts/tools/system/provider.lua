local services = require "desktop.services"

-- What tells of batteries, for `doctor`. Without it the kernel's files are read.
local M = {}

local service = {
  text = "battery service", name = "org.freedesktop.UPower", bus = "system", program = "/usr/libexec/upowerd",
  package = "upower", start = "systemctl restart upower",
}

function M.rows()
  local row = services.row("battery", service)
  if row.available or row.detail:find "does not answer" then return { row } end
  return { { operation = "battery", available = true, detail = "files of the kernel; " .. row.detail } }
end

return M
