local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}

function M.test_lists_the_displays()
  local world = forms.world()
  local result = world.call("get_display_info", {})
  luaunit.assertEquals(json.decode(result.content[1].text), {
    { name = "HDMI-1", resolution = { width = 1920, height = 1080 }, isMain = true, position = { x = 0, y = 0 } },
    { name = "DP-2", resolution = { width = 1280, height = 1024 }, isMain = false, position = { x = 1920, y = 0 } },
  })
  luaunit.assertEquals(#result.structured.result, 2)
end

return M
