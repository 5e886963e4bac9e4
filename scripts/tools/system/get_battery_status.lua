local json = require "json"
local power = require "power"
local read = require "acting.read"
local tenths = require "lib.tenths"

-- `get_battery_status`: charge and state. That there is no battery is an answer.
local M = { is_record = true }

function M.read()
  local battery = power.battery()
  local state = nil
  if battery.present then state = battery.state end
  return json.object {
    { "percentage", tenths.of(battery.percentage) }, { "isCharging", battery.charging },
    { "isDesktop", not battery.present }, { "state", state },
  }
end

read.tool(M)

return M
