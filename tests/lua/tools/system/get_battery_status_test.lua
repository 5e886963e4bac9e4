local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}

local function read(battery)
  local world = forms.world { battery = battery }
  return json.decode(world.call("get_battery_status", {}).content[1].text)
end

function M.test_no_battery_is_an_answer()
  luaunit.assertEquals(read(nil), { percentage = 100, isCharging = false, isDesktop = true })
end

function M.test_tells_charge_and_state()
  local battery = { present = true, percentage = 72.04, charging = true, state = "charging", source = "UPower" }
  luaunit.assertEquals(read(battery),
    { percentage = 72, isCharging = true, isDesktop = false, state = "charging" })
end

return M
