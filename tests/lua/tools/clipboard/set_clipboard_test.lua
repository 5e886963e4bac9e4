local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_sets_and_undoes()
  world.copied = { text = "before" }
  local told, message = forms.done(world, "set_clipboard", { text = "after" })
  luaunit.assertEquals({ world.copied.text, told.effect }, { "after", "seen" })
  luaunit.assertEquals(told.undo, { tool = "set_clipboard", arguments = { text = "before" } })
  luaunit.assertStrContains(message, "copy 5 characters")
  luaunit.assertEquals(forms.done(world, "set_clipboard", { text = "" }).undo.arguments, { text = "after" })
end

function M.test_a_thief_is_told()
  world.thief = {}
  forms.fails(world, "EFFECT_NOT_SEEN", "set_clipboard", { text = "x" })
end

return M
