local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}

function M.test_describes_the_machine()
  local world = forms.world()
  local result = world.call("get_system_info", {})
  local expected = { macOSVersion = "Debian GNU/Linux 12", osVersion = "Debian GNU/Linux 12",
    kernelVersion = "Linux 6.1", hardwareModel = "ACME Book", processorInfo = "Fast CPU (8)", totalMemory = "16.0 GB" }
  luaunit.assertEquals(json.decode(result.content[1].text), expected)
  luaunit.assertEquals(json.decode(json.encode(result.structured)), expected)
end

function M.test_says_what_is_unknown()
  local world = forms.world { machine = { system = "", kernel = "", model = "", processor = "", processors = 0,
    memory = 0 } }
  for _, value in pairs(json.decode(world.call("get_system_info", {}).content[1].text)) do
    luaunit.assertEquals(value, "unknown")
  end
end

return M
