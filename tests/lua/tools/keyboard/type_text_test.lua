local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function focus(id)
  for _, each in ipairs(world.windows) do each.active = each.id == id end
end

function M.test_types_where_the_focus_is()
  local told = forms.done(world, "type_text", { text = "Grüße" })
  luaunit.assertTrue(world.asked "type Grüße")
  luaunit.assertEquals(told.window.id, 11)
  luaunit.assertEquals({ told.how, told.facts.typed, told.effect }, { "keys", 5, "seen" })
end

function M.test_follows_the_last_act_and_pushes_nothing_aside()
  world.window_for_keys = 21
  focus(21)
  luaunit.assertEquals(forms.done(world, "type_text", { text = "x" }).window.id, 21)
  luaunit.assertFalse(world.asked "focus")
  luaunit.assertFalse(world.asked "type x window")
end

function M.test_names_the_window_of_the_program_that_has_the_focus()
  world.window_for_keys = 11
  focus(12)
  local told, message = forms.done(world, "type_text", { text = "x" })
  luaunit.assertEquals(told.window.id, 12)
  luaunit.assertStrContains(message, 'in window 12 "News')
  luaunit.assertStrContains(forms.done(world, "type_text", { text = "x", dry_run = true }).message, "in window 12")
end

function M.test_names_the_dialog_of_a_window_that_was_named()
  world.window_for_keys = 11
  table.insert(world.windows, 1, { id = 14, pid = 200, title = "Save As", bounds = world.windows[1].bounds })
  world.after = function() focus(14) end
  world.failing.focus = nil
  focus(14)
  luaunit.assertEquals(forms.done(world, "type_text", { text = "x", app_target = "PID:200" }).window.id, 14)
end

function M.test_names_no_window_when_the_focus_moves_meanwhile()
  world.window_for_keys = 11
  focus(12)
  world.after = function() focus(21) end
  local told, message = forms.done(world, "type_text", { text = "x" })
  luaunit.assertNil(told.window)
  luaunit.assertEquals(message, "Done: type 1 character.")
end

function M.test_says_how_to_name_another_window()
  world.failing.type = world.fail("FOCUS_REFUSED", "window 12 is in front", { typed = 0 }, "window.focus")
  luaunit.assertStrContains(forms.fails(world, "FOCUS_REFUSED", "type_text", { text = "x" }), "app_target")
end

function M.test_a_disabled_field_gets_no_keys()
  world.elements[100][5].states = { "showing" }
  forms.fails(world, "UNSUPPORTED", "type_text", { text = "x", on = "text" })
  forms.fails(world, "UNSUPPORTED", "set_value", { value = "x", on = "text" })
  luaunit.assertFalse(world.asked "click" or world.asked "type")
end

-- Makes the text an editable field whose value becomes `value` when something is typed or pressed.
local function becomes(value, focused)
  M.setUp()
  local field = world.elements[100][5]
  field.states = { "enabled", "sensitive", "showing", "editable", focused and "focused" or nil }
  world.after = function(what) if what == "type" or what == "press_symbol" then field.value = value end end
end

function M.test_types_into_an_element_and_reads_it_back()
  becomes "AdaLo"
  local told = forms.done(world, "type_text", { text = "Lo", on = "text" })
  luaunit.assertTrue(world.asked "click 150,50 window=11", table.concat(world.requests, "; "))
  luaunit.assertEquals(told.seen, { 'the value is "AdaLo"' })
end

function M.test_what_was_lost_is_not_seen()
  for value, seen in pairs { ["Ada777"] = 'the value is "Ada777"', Ada = 'the value is "Ada", as before' } do
    becomes(value, true)
    local told = forms.done(world, "type_text", { text = "777777" })
    luaunit.assertEquals({ told.effect, told.seen }, { "unknown", { seen } })
    becomes(value, true)
    told = forms.done(world, "press_key", { key = "7", ["repeat"] = 6 })
    luaunit.assertEquals({ told.effect, told.seen }, { "unknown", { seen } })
  end
  becomes("Ada777777", true)
  luaunit.assertEquals(forms.done(world, "press_key", { key = "7", ["repeat"] = 6 }).effect, "seen")
end

function M.test_an_element_with_the_focus_is_not_clicked()
  table.insert(world.elements[100][5].states, "focused")
  forms.done(world, "type_text", { text = "Lo", on = "text" })
  luaunit.assertFalse(world.asked "click")
end

function M.test_a_window_that_is_named_comes_to_the_front()
  forms.done(world, "type_text", { text = "x", app_target = "Text Editor" })
  luaunit.assertTrue(world.asked "focus 21")
  luaunit.assertTrue(world.asked "type x window=21")
end

function M.test_slow_text_is_typed_by_characters()
  forms.done(world, "type_text", { text = "äb", delay = 50 })
  luaunit.assertTrue(world.asked "type ä")
  luaunit.assertTrue(world.asked "type b")
end

function M.test_what_had_arrived_slowly_is_told()
  world.after = function(what, text)
    if what == "type" and text == "l" then
      world.failing.type = world.fail("FOCUS_REFUSED", "window 12 has the focus; 0 arrived before", { typed = 0 })
    end
  end
  local text, details = forms.fails(world, "FOCUS_REFUSED", "type_text", { text = "hello", delay = 10 })
  luaunit.assertStrContains(text, "has the focus; 3 arrived before")
  luaunit.assertEquals({ details.typed, details.dispatched }, { 3, true })
end

function M.test_what_had_arrived_is_told()
  world.failing.type = world.fail("FOCUS_REFUSED", "window 12 is in front", { typed = 3 })
  local _, details = forms.fails(world, "FOCUS_REFUSED", "type_text", { text = "hello" })
  luaunit.assertEquals({ details.typed, details.dispatched, details.retry_safe }, { 3, true, false })
end

function M.test_what_takes_too_long_is_refused_before_the_first_key()
  local text, details = forms.fails(world, "INVALID_ARGUMENT", "type_text", { text = ("x"):rep(40000) })
  luaunit.assertStrContains(text, "40000 characters cannot be typed within 30 s; 29999 can")
  luaunit.assertAlmostEquals(details.possible, 30000, 10)
  local _, slow = forms.fails(world, "INVALID_ARGUMENT", "type_text", { text = ("x"):rep(1000), delay = 100 })
  luaunit.assertTrue(slow.possible > 250 and slow.possible < 300)
  luaunit.assertFalse(world.asked "type")
end

-- Has the program tell no elements, and its picture show a label.
local function with_label()
  world.elements[100] = {}
  world.lines = { { text = "Customer", confidence = 90, bounds = { x = 25, y = 46, width = 60, height = 10 } } }
  forms.look(world)
end

function M.test_text_that_was_typed_at_a_label_may_be_in_another_field()
  with_label()
  world.happens = { { kind = "screen.painted", areas = { { x = 20, y = 90, width = 80, height = 12 } } } }
  local told, message = forms.done(world, "type_text", { on = "m1", text = "Ada" })
  luaunit.assertStrContains(message, "at 20,90 80x12: the text may be in another field")
  luaunit.assertEquals(told.effect, "seen")
end

function M.test_text_beside_a_label_is_where_it_was_meant_to_be()
  local caret, entry = { x = 20, y = 90, width = 1, height = 12 }, { x = 100, y = 62, width = 80, height = 18 }
  for _, areas in ipairs { { caret, entry }, {} } do
    with_label()
    world.happens = { { kind = "screen.painted", areas = areas } }
    local _, message = forms.done(world, "type_text", { on = "m1", text = "Ada" })
    luaunit.assertNotStrContains(message, "another field")
  end
end

return M
