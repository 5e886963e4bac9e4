local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}

local function read(battery)
  local world = forms.world { battery = battery }
  return json.decode(world.call("get_battery_status", {}).content[1].text)
end

function M.test_get_battery_status_no_battery_is_an_answer()
  luaunit.assertEquals(read(nil), { percentage = 100, isCharging = false, isDesktop = true })
end

function M.test_get_battery_status_tells_charge_and_state()
  local battery = { present = true, percentage = 72.04, charging = true, state = "charging", source = "UPower" }
  luaunit.assertEquals(read(battery),
    { percentage = 72, isCharging = true, isDesktop = false, state = "charging" })
end

function M.test_get_display_info_lists_the_displays()
  local world = forms.world()
  local result = world.call("get_display_info", {})
  luaunit.assertEquals(json.decode(result.content[1].text), {
    { name = "HDMI-1", resolution = { width = 1920, height = 1080 }, isMain = true, position = { x = 0, y = 0 } },
    { name = "DP-2", resolution = { width = 1280, height = 1024 }, isMain = false, position = { x = 1920, y = 0 } },
  })
  luaunit.assertEquals(#result.structured.result, 2)
end

function M.test_get_system_info_describes_the_machine()
  local world = forms.world()
  local result = world.call("get_system_info", {})
  local expected = { macOSVersion = "Debian GNU/Linux 12", osVersion = "Debian GNU/Linux 12",
    kernelVersion = "Linux 6.1", hardwareModel = "ACME Book", processorInfo = "Fast CPU (8)", totalMemory = "16.0 GB" }
  luaunit.assertEquals(json.decode(result.content[1].text), expected)
  luaunit.assertEquals(json.decode(json.encode(result.structured)), expected)
end

function M.test_get_system_info_says_what_is_unknown()
  local world = forms.world { machine = { system = "", kernel = "", model = "", processor = "", processors = 0,
    memory = 0 } }
  for _, value in pairs(json.decode(world.call("get_system_info", {}).content[1].text)) do
    luaunit.assertEquals(value, "unknown")
  end
end

return M
