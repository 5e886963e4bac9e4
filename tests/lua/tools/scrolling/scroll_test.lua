local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_pixels_become_turns_over_the_window_in_front()
  local told = forms.done(world, "scroll", { direction = "down", amount = 300 })
  luaunit.assertTrue(world.asked "scroll 150,100 window=11 down=6", table.concat(world.requests, "; "))
  luaunit.assertEquals(told.facts.turns, 6)
  luaunit.assertEquals(told.undo,
    { tool = "scroll", arguments = { direction = "up", amount = 300, x = 160, y = 120 } })
end

function M.test_a_window_without_a_place_has_no_middle()
  forms.without_places(world)
  luaunit.assertStrContains(forms.fails(world, "UNSUPPORTED", "scroll", { direction = "down" }), "where windows are")
end

function M.test_each_direction()
  for direction, how in pairs { up = "down=-2", left = "right=-2", right = "right=2" } do
    world.requests = {}
    world.happens = { { kind = "screen.painted", areas = {} } }
    forms.done(world, "scroll", { direction = direction, on = "Save" })
    luaunit.assertTrue(world.asked("scroll 50,50 window=11 " .. how), table.concat(world.requests, "; "))
  end
end

function M.test_what_does_not_move_is_told()
  world.happens = {}
  local text, details = forms.fails(world, "EFFECT_NOT_SEEN", "scroll", { direction = "down", on = "Save" })
  luaunit.assertStrContains(text, "scroll down by 2 turns")
  luaunit.assertTrue(details.dispatched)
  luaunit.assertFalse(details.retry_safe)
  luaunit.assertEquals(forms.done(world, "scroll", { direction = "down", on = "Save", verify = 0 }).effect, "unknown")
end

function M.test_a_glow_is_no_effect()
  local pane = forms.element("scroll pane", "", 20, 60, { depth = 2 })
  local bar = forms.element("scroll bar", "", 90, 60, { depth = 3, value = "0" })
  world.elements[100] = { pane, bar }
  forms.fails(world, "EFFECT_NOT_SEEN", "scroll", { direction = "up", x = 50, y = 70 })
  world.happens = { { kind = "screen.painted", areas = {} } }
  world.after = function() bar.value = "50" end
  luaunit.assertEquals(forms.done(world, "scroll", { direction = "down", x = 50, y = 70 }).effect, "seen")
end

function M.test_without_any_window_a_place_is_needed()
  world.windows = {}
  forms.fails(world, "INVALID_ARGUMENT", "scroll", { direction = "up" })
end

return M
