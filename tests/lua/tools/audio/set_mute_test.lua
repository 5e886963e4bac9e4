local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}

function M.test_sets_and_undoes()
  local world = forms.world()
  local told = forms.done(world, "set_mute", { muted = true })
  luaunit.assertEquals({ world.sound.muted, told.seen }, { true, { "it is muted" } })
  luaunit.assertEquals(told.undo, { tool = "set_mute", arguments = { muted = false } })
  luaunit.assertEquals(forms.done(world, "set_mute", { muted = false }).undo.arguments, { muted = true })
  luaunit.assertFalse(world.sound.muted)
end

return M
