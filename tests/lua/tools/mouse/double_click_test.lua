local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}

function M.test_two_clicks_at_a_place()
  local world = forms.world()
  local told = forms.done(world, "double_click", { x = 60, y = 70 })
  luaunit.assertTrue(world.asked "click 60,70 count=2", table.concat(world.requests, "; "))
  luaunit.assertEquals({ told.how, told.place }, { "pointer", { x = 60, y = 70 } })
  forms.fails(world, "INVALID_ARGUMENT", "double_click", { x = 1e9, y = 0 })
end

return M
