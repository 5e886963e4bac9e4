local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_the_front_window_comes_to_the_front()
  local told = forms.done(world, "activate_app", { name = "text editor" })
  luaunit.assertTrue(world.asked "focus 21")
  luaunit.assertEquals(told.undo, { tool = "focus_window", arguments = { windowId = 11 } })
  forms.fails(world, "APP_NOT_FOUND", "activate_app", { name = "nosuch" })
end

function M.test_keys_that_follow_are_for_it()
  world.window_for_keys = 11
  forms.done(world, "activate_app", { name = "text editor" })
  for _, each in ipairs(world.windows) do each.active = each.id == 21 end
  luaunit.assertEquals(forms.done(world, "type_text", { text = "x" }).window.id, 21)
end

return M
