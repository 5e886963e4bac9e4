local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_the_place_is_the_frames()
  local told, message = forms.done(world, "move_window", { windowId = 11, x = 100.4, y = 50 })
  luaunit.assertEquals(world.windows[1].bounds, { x = 102, y = 70, width = 300, height = 200 })
  luaunit.assertEquals(told.facts.bounds, "100,50 304x222")
  luaunit.assertEquals(told.undo, { tool = "move_window", arguments = { windowId = 11, x = 8, y = 0 } })
  luaunit.assertStrContains(message, "Done: move to 100.4,50 in window 11")
end

function M.test_a_manager_that_decides_itself_is_named()
  world.place = function(wanted)
    wanted.x = 640
    return wanted
  end
  world.limits_of = { [11] = { min_width = 1, min_height = 1, step_width = 1, step_height = 1, manager = "dwm" } }
  local text, details = forms.fails(world, "EFFECT_NOT_SEEN", "move_window", { windowId = 11, x = 100, y = 50 })
  luaunit.assertStrContains(text, "window 11 is at 638,50 304x222: the window manager dwm decides")
  luaunit.assertNotStrContains(text, "position:")
  luaunit.assertEquals({ details.position, details.dispatched }, { { x = 638, y = 50 }, true })
end

function M.test_one_that_does_not_move_at_all_says_where_it_is()
  world.failing.place = world.fail("EFFECT_NOT_SEEN", "window 11 was not moved")
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "move_window", { windowId = 11, x = 1, y = 1 }),
    "window 11 is at 8,0 304x222")
end

function M.test_a_window_that_is_gone()
  forms.fails(world, "WINDOW_NOT_FOUND", "move_window", { windowId = 999, x = 0, y = 0 })
end

return M
