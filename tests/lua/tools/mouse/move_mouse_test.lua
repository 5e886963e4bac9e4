local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}

function M.test_the_pointer_is_read_back()
  local world = forms.world()
  local told = forms.done(world, "move_mouse", { x = 60.2, y = 70 })
  luaunit.assertEquals({ told.effect, told.seen }, { "seen", { "the pointer is at 60,70" } })
  luaunit.assertEquals(told.undo, { tool = "move_mouse", arguments = { x = 30, y = 40 } })
end

return M
