local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}

function M.test_the_pointer_is_read_back()
  local world = forms.world()
  local told = forms.done(world, "move_mouse", { x = 60.2, y = 70 })
  luaunit.assertEquals({ told.effect, told.seen }, { "seen", { "the pointer is at 60,70" } })
  luaunit.assertEquals(told.undo, { tool = "move_mouse", arguments = { x = 30, y = 40 } })
end

function M.test_where_nothing_tells_the_pointer_it_is_moved_all_the_same()
  local world = forms.world()
  local moved
  package.loaded.input.pointer = function()
    error(world.fail("UNSUPPORTED", "no way to see where the pointer is", { reason = "no protocol" }), 0)
  end
  package.loaded.input.move = function(place) moved = place end
  local told = forms.done(world, "move_mouse", { x = 60, y = 70 })
  luaunit.assertEquals({ told.effect, told.undo }, { "unknown" })
  luaunit.assertEquals({ moved.x, moved.y }, { 60, 70 })
end

function M.test_where_no_windows_are_told_places_can_be_acted_on()
  local world = forms.world()
  package.loaded.window.list = function()
    error(world.fail("UNSUPPORTED", "no windows", { reason = "no protocol" }), 0)
  end
  local told = forms.done(world, "move_mouse", { x = 60, y = 70 })
  luaunit.assertEquals(told.effect, "seen")
end

return M
