local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function read()
  local result = world.call("get_volume", {})
  luaunit.assertNil(result.is_error, result.content[1].text)
  return result.content[1].text, result.structured.result
end

function M.test_is_a_plain_number()
  world.sound.percent = 32.9998
  luaunit.assertEquals({ read() }, { "33", 33 })
end

-- The document knows no more.
function M.test_is_100_where_it_is_amplified()
  world.sound.percent = 150
  luaunit.assertEquals(select(2, read()), 100)
end

function M.test_tells_what_is_missing()
  world.failing.audio = world.fail("PROVIDER_UNAVAILABLE", "sound server is not running", nil, "Start it.")
  luaunit.assertStrContains(forms.fails(world, "PROVIDER_UNAVAILABLE", "get_volume", {}), "Start it.")
end

return M
