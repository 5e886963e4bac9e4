local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}

function M.test_is_a_plain_boolean()
  local world = forms.world()
  for _, muted in ipairs { true, false } do
    world.sound.muted = muted
    local result = world.call("get_mute_status", {})
    luaunit.assertEquals({ result.content[1].text, result.structured.result }, { tostring(muted), muted })
  end
end

return M
