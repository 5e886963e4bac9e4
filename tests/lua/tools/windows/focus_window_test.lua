local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_focuses_and_can_be_undone()
  local told = forms.done(world, "focus_window", { windowId = 21 })
  luaunit.assertTrue(world.asked "focus 21")
  luaunit.assertEquals(told.undo, { tool = "focus_window", arguments = { windowId = 11 } })
  luaunit.assertNil(forms.done(world, "focus_window", { windowId = 11 }).undo)
  forms.fails(world, "WINDOW_NOT_FOUND", "focus_window", { windowId = 999 })
end

function M.test_a_remedy_names_tools()
  world.failing.focus = world.fail("FOCUS_REFUSED", "no", {}, "See window.list(), then window.focus.")
  luaunit.assertStrContains(forms.fails(world, "FOCUS_REFUSED", "focus_window", { windowId = 11 }),
    "See list_windows, then focus_window.")
end

function M.test_keys_that_follow_are_for_it()
  world.window_for_keys = 11
  forms.done(world, "focus_window", { windowId = 21 })
  for _, each in ipairs(world.windows) do each.active = each.id == 21 end
  luaunit.assertEquals(forms.done(world, "type_text", { text = "x" }).window.id, 21)
end

return M
