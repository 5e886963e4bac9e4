local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

local function field() return world.elements[100][5] end

function M.setUp()
  world = forms.world()
  world.after = function(what, text)
    if what == "type" then field().value = text end
  end
end

function M.test_types_over_the_old_value_and_reads_it_back()
  local told = forms.done(world, "set_value", { on = "text", value = "Bea" })
  luaunit.assertTrue(world.asked "click 150,50 window=11")
  luaunit.assertTrue(world.asked "press 61 window=11 ctrl")
  luaunit.assertEquals({ told.how, told.effect, told.retry_safe }, { "keys", "seen", true })
  luaunit.assertEquals(told.undo.arguments, { on = 'frame "Inbox"/text ""', value = "Ada", app_target = "PID:100" })
end

function M.test_the_undo_has_the_path_of_afterwards()
  local typed = world.after
  world.after = function(what, text)
    if what == "type" then field().path = 'frame "*Inbox"/text ""' end
    if typed then typed(what, text) end
  end
  local told = forms.done(world, "set_value", { on = "text", value = "Bea" })
  luaunit.assertEquals(told.undo.arguments.on, 'frame "*Inbox"/text ""')
end

function M.test_an_empty_value_is_a_value()
  world.after = nil
  field().value = ""
  forms.done(world, "set_value", { on = "text", value = "" })
  luaunit.assertTrue(world.asked "press FFFF window=11")
end

function M.test_of_long_values_the_beginning_is_told()
  local long = ("Wort "):rep(4000)
  world.after = function(what, text)
    if what == "type" then field().value = text:sub(1, 15000) end
  end
  luaunit.assertEquals(forms.done(world, "set_value", { on = "text", value = long }).effect, "seen")
  luaunit.assertNil(forms.done(world, "set_value", { on = "text", value = "short" }).undo, "it would cut the old value")
end

function M.test_control_characters_are_no_value()
  forms.fails(world, "INVALID_ARGUMENT", "set_value", { on = "text", value = "a\a" })
  luaunit.assertFalse(world.asked "type")
  forms.done(world, "set_value", { on = "text", value = "a\r\nb" })
  luaunit.assertEquals(field().value, "a\nb")
end

function M.test_what_the_program_refuses_is_told()
  world.after = function(what)
    if what == "type" then field().value = "100" end
  end
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "set_value", { on = "text", value = "420" }),
    'the value is "100" now')
end

function M.test_the_programs_own_means_come_first()
  world = forms.world { own_acts = { set_value = function(element, value)
    world.log(element.role .. " gets " .. value)
    field().value = value
  end } }
  luaunit.assertEquals(forms.done(world, "set_value", { on = "text", value = "Bea" }).how, "action")
  luaunit.assertTrue(world.asked "text gets Bea")
  luaunit.assertFalse(world.asked "click")
end

function M.test_passwords_are_not_told()
  field().role, field().value = "password text", nil
  world.after = nil
  local told = forms.done(world, "set_value", { on = "password text", value = "secret" })
  luaunit.assertEquals({ told.effect, told.seen, told.undo }, { "unknown", {}, nil })
end

function M.test_only_what_has_a_value()
  forms.fails(world, "UNSUPPORTED", "set_value", { on = "Save", value = "x" })
  forms.look(world)
  world.elements[100] = {}
  forms.fails(world, "ELEMENT_STALE", "set_value", { on = "m1", value = "x" })
end

return M
