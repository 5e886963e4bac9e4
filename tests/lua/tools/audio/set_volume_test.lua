local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function done(args) return forms.done(world, "set_volume", args) end

function M.test_sets_and_undoes()
  local told = done { value = 70 }
  luaunit.assertEquals(world.sound.percent, 70)
  luaunit.assertEquals(told.facts, { output = "Speakers", volume = 70, before = 40 })
  luaunit.assertEquals({ told.effect, told.seen }, { "seen", { "the volume is 70 %" } })
  luaunit.assertEquals(told.undo, { tool = "set_volume", arguments = { value = 40 } })
  done(told.undo.arguments)
  luaunit.assertEquals(world.sound.percent, 40)
end

-- No call sets it.
function M.test_what_was_amplified_is_not_undone()
  world.sound.percent = 150
  luaunit.assertNil(done({ value = 0 }).undo)
end

function M.test_a_dry_run_changes_nothing()
  luaunit.assertEquals(done({ value = 12.5, dry_run = true }).message,
    "Would set the volume to 12.5 %. Nothing was done.")
  luaunit.assertFalse(world.asked "volume")
end

function M.test_is_asked_about_where_the_person_wants_it()
  world.must_confirm, world.answers = { reversible = true }, false
  world.failing.confirm = world.fail("NOT_CONFIRMED", "refused")
  forms.fails(world, "NOT_CONFIRMED", "set_volume", { value = 1 })
  luaunit.assertEquals(world.sound.percent, 40)
end

return M
