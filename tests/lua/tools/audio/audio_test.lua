local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_get_mute_status_is_a_plain_boolean()
  for _, muted in ipairs { true, false } do
    world.sound.muted = muted
    local result = world.call("get_mute_status", {})
    luaunit.assertEquals({ result.content[1].text, result.structured.result }, { tostring(muted), muted })
  end
end

local function read()
  local result = world.call("get_volume", {})
  luaunit.assertNil(result.is_error, result.content[1].text)
  return result.content[1].text, result.structured.result
end

function M.test_get_volume_is_a_plain_number()
  world.sound.percent = 32.9998
  luaunit.assertEquals({ read() }, { "33", 33 })
end

-- The document knows no more.
function M.test_get_volume_is_100_where_it_is_amplified()
  world.sound.percent = 150
  luaunit.assertEquals(select(2, read()), 100)
end

function M.test_get_volume_tells_what_is_missing()
  world.failing.audio = world.fail("PROVIDER_UNAVAILABLE", "sound server is not running", nil, "Start it.")
  luaunit.assertStrContains(forms.fails(world, "PROVIDER_UNAVAILABLE", "get_volume", {}), "Start it.")
end

function M.test_set_mute_sets_and_undoes()
  local told = forms.done(world, "set_mute", { muted = true })
  luaunit.assertEquals({ world.sound.muted, told.seen }, { true, { "it is muted" } })
  luaunit.assertEquals(told.undo, { tool = "set_mute", arguments = { muted = false } })
  luaunit.assertEquals(forms.done(world, "set_mute", { muted = false }).undo.arguments, { muted = true })
  luaunit.assertFalse(world.sound.muted)
end

local function done(args) return forms.done(world, "set_volume", args) end

function M.test_set_volume_sets_and_undoes()
  local told = done { value = 70 }
  luaunit.assertEquals(world.sound.percent, 70)
  luaunit.assertEquals(told.facts, { output = "Speakers", volume = 70, before = 40 })
  luaunit.assertEquals({ told.effect, told.seen }, { "seen", { "the volume is 70 %" } })
  luaunit.assertEquals(told.undo, { tool = "set_volume", arguments = { value = 40 } })
  done(told.undo.arguments)
  luaunit.assertEquals(world.sound.percent, 40)
end

-- No call sets it.
function M.test_set_volume_what_was_amplified_is_not_undone()
  world.sound.percent = 150
  luaunit.assertNil(done({ value = 0 }).undo)
end

function M.test_set_volume_a_dry_run_changes_nothing()
  luaunit.assertEquals(done({ value = 12.5, dry_run = true }).message,
    "Would set the volume to 12.5 %. Nothing was done.")
  luaunit.assertFalse(world.asked "volume")
end

function M.test_set_volume_is_asked_about_where_the_person_wants_it()
  world.must_confirm, world.answers = { reversible = true }, false
  world.failing.confirm = world.fail("NOT_CONFIRMED", "refused")
  forms.fails(world, "NOT_CONFIRMED", "set_volume", { value = 1 })
  luaunit.assertEquals(world.sound.percent, 40)
end

return M
