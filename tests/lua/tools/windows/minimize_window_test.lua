local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_minimizes_and_can_be_undone()
  local told = forms.done(world, "minimize_window", { windowId = 11 })
  luaunit.assertTrue(world.asked "minimise 11")
  luaunit.assertEquals({ told.seen[1], told.undo.tool }, { "it is minimized", "focus_window" })
  forms.fails(world, "WINDOW_NOT_FOUND", "minimize_window", { windowId = 999 })
end

function M.test_keys_that_follow_are_for_the_window_in_front()
  world.window_for_keys = 21
  forms.done(world, "minimize_window", { windowId = 21 })
  luaunit.assertNil(world.window_for_keys)
end

return M
