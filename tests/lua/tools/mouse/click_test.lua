local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function clicks(args, request)
  local told, text = forms.done(world, "click", args)
  luaunit.assertTrue(world.asked(request), table.concat(world.requests, "; "))
  return told, text
end

function M.test_a_mark_is_clicked_inside_its_window()
  forms.look(world)
  local told, text = clicks({ on = "m1" }, "click 50,50 window=11")
  luaunit.assertEquals(told.place, { x = 60, y = 70 })
  luaunit.assertEquals({ told.how, told.dispatched, told.effect, told.retry_safe }, { "pointer", true, "seen", false })
  luaunit.assertEquals(told.window, { id = 11, title = "Inbox: mail — Firefox", pid = 100 })
  luaunit.assertStrContains(text, 'Done: click m1 button "Save" at 60,70 in window 11')
end

function M.test_a_mark_of_another_window_than_the_one_named_is_refused()
  forms.look(world)
  for _, named in ipairs { "Firefox", "PID:100", "Firefox:WINDOW_TITLE:Inbox" } do
    clicks({ on = "m1", app_target = named }, "click 50,50 window=11")
  end
  world.requests = {}
  for _, named in ipairs { "Text Editor", "Firefox:WINDOW_TITLE:News" } do
    local text, details = forms.fails(world, "INVALID_ARGUMENT", "click", { on = "m1", app_target = named })
    luaunit.assertStrContains(text, 'button "Save" is not in "')
    luaunit.assertEquals(details.field, "app_target")
  end
  luaunit.assertFalse(world.asked "click 50,50 window=11")
end

function M.test_words_and_paths_mean_one_element()
  clicks({ on = "save" }, "click 50,50 window=11")
  clicks({ on = "the Save button" }, "click 50,50 window=11")
  luaunit.assertStrContains(forms.fails(world, "ELEMENT_NOT_FOUND", "click", { on = "sav" }), "Did you mean 'Save'?")
end

function M.test_what_is_at_no_known_place_is_clicked_by_its_action_alone()
  local pressed = {}
  world = forms.world { own_acts = { press = function(element) pressed[#pressed + 1] = element.name end } }
  local save = world.elements[100][2]
  save.bounds, save.unplaced = nil, true
  local told = forms.done(world, "click", { on = "Save" })
  luaunit.assertEquals(pressed, { "Save" })
  luaunit.assertEquals(told.how, "action")
  luaunit.assertNil(told.place)
  local text = forms.fails(world, "ELEMENT_NOT_FOUND", "click", { on = "Save", button = "right" })
  luaunit.assertStrContains(text, "it is not known where button \"Save\" is on the screen")
end

function M.test_digits_alone_are_words()
  table.insert(world.elements[100], forms.element("button", "2", 200, 90))
  forms.look(world)
  luaunit.assertStrContains(clicks({ on = "2" }, "click 230,80 window=11").element, 'button "2"')
  luaunit.assertStrContains(forms.fails(world, "ELEMENT_NOT_FOUND", "click", { on = "1" }), "fits '1'")
end

function M.test_several_elements_are_ambiguous_and_get_marks()
  local text, details = forms.fails(world, "AMBIGUOUS_ELEMENT", "click", { on = "Same" })
  luaunit.assertStrContains(text, 'm1 button "Same" 20,90 80x20; m2 button "Same" 120,90 80x20')
  luaunit.assertEquals(details.candidates, { "m1", "m2" })
  clicks({ on = "m2" }, "click 150,80 window=11")
end

function M.test_an_effect_is_looked_for_within_bounds()
  for _, seconds in ipairs { -0.1, 30.1, 1e9, 0 / 0 } do
    local text = forms.fails(world, "INVALID_ARGUMENT", "click", { on = "Save", verify = seconds })
    luaunit.assertStrContains(text, "verify")
  end
  luaunit.assertEquals(world.requests, {})
  for _, seconds in ipairs { 0, 30 } do forms.done(world, "click", { on = "Save", verify = seconds }) end
end

function M.test_what_is_not_there_is_named()
  luaunit.assertStrContains(forms.fails(world, "ELEMENT_NOT_FOUND", "click", { on = "Svae" }), "Did you mean 'Save'?")
  forms.fails(world, "ELEMENT_NOT_FOUND", "click", { on = "m77" })
end

function M.test_places_are_taken_as_they_are()
  local told = clicks({ x = 60.4, y = 70, button = "right", count = 2, modifiers = { "ctrl" } },
    "click 60,70 button=right count=2 ctrl")
  luaunit.assertEquals(told.window.id, 11)
end

function M.test_a_call_needs_one_subject()
  for field, args in pairs { on = {}, y = { x = 5 }, x = { y = 5 } } do
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "click", args)
    luaunit.assertEquals(details.field, field)
  end
  forms.fails(world, "INVALID_ARGUMENT", "click", { on = "m1", x = 5, y = 6 })
end

function M.test_a_dry_run_does_nothing()
  local told, text = forms.done(world, "click", { on = "Save", dry_run = true })
  luaunit.assertTrue(told.dry_run)
  luaunit.assertNil(told.dispatched)
  luaunit.assertStrContains(text, "Nothing was done.")
  luaunit.assertFalse(world.asked "click")
end

function M.test_marks_belong_to_their_picture()
  forms.look(world)
  world.windows[1].bounds = { x = 30, y = 20, width = 300, height = 200 }
  luaunit.assertStrContains(forms.fails(world, "ELEMENT_STALE", "click", { on = "m1" }), "is at 30,20 300x200 now")
  forms.look(world)
  table.insert(world.windows, 1, { id = 99, pid = 9, title = "Above", on_screen = true,
    bounds = { x = 0, y = 0, width = 200, height = 200 } })
  luaunit.assertStrContains(forms.fails(world, "ELEMENT_STALE", "click", { on = "m1" }), '99 "Above" lies over it')
  table.remove(world.windows, 1)
  table.remove(world.windows, 1)
  luaunit.assertStrContains(forms.fails(world, "ELEMENT_STALE", "click", { on = "m1" }), "window 11 is closed")
  luaunit.assertFalse(world.asked "click")
end

function M.test_an_element_that_has_changed_is_stale()
  forms.look(world)
  table.remove(world.elements[100], 2)
  forms.fails(world, "ELEMENT_STALE", "click", { on = "m1" })
end

function M.test_words_of_a_picture_are_read_again()
  world.elements[100] = {}
  world.lines = { { text = "make check", confidence = 90, bounds = { x = 5, y = 6, width = 60, height = 10 } } }
  forms.look(world)
  clicks({ on = "m1" }, "click 35,11 window=11")
  world.lines = { { text = "rm -rf build", confidence = 90, bounds = { x = 5, y = 6, width = 60, height = 10 } } }
  luaunit.assertStrContains(forms.fails(world, "ELEMENT_STALE", "click", { on = "m1" }), '"rm -rf build" is read there')
end

function M.test_a_word_of_a_line_is_clicked_where_it_stands()
  world.elements[100] = {}
  world.lines = { { text = "Save order Name", confidence = 90, bounds = { x = 5, y = 6, width = 100, height = 10 } } }
  world.words = { { text = "Save", line = 4, bounds = { x = 5, y = 6, width = 30, height = 10 } },
    { text = "order", line = 4, bounds = { x = 37, y = 6, width = 30, height = 10 } },
    { text = "Name", line = 4, bounds = { x = 75, y = 6, width = 30, height = 10 } } }
  clicks({ on = "name" }, "click 90,11 window=11")
  clicks({ on = "save order" }, "click 36,11 window=11")
  world.lines[1].text = "Name Name"
  forms.fails(world, "AMBIGUOUS_ELEMENT", "click", { on = "name" })
end

function M.test_an_action_comes_before_the_pointer()
  local pressed = {}
  world = forms.world { own_acts = { press = function(element)
    pressed[#pressed + 1] = element.name
    if element.name == "Same" then error(world.fail("UNSUPPORTED", "no action"), 0) end
  end } }
  forms.look(world)
  luaunit.assertEquals(forms.done(world, "click", { on = "m1" }).how, "action")
  luaunit.assertFalse(world.asked "click")
  luaunit.assertEquals(clicks({ on = "m3" }, "click").how, "pointer")
  luaunit.assertEquals(pressed, { "Save", "Same" })
  clicks({ on = "m1", button = "right" }, "click 50,50 button=right window=11")
  clicks({ on = "m2" }, "click 150,50 window=11")
end

function M.test_what_stays_disabled_is_refused_before_anything_is_done()
  world.elements[100] = { world.elements[100][2] }
  world.elements[100][1].states, world.happens = { "showing", "visible" }, {}
  for name, args in pairs { click = { on = "Save" }, click_ui_element = { appName = "PID:100",
    elementPath = 'frame "Inbox"/button "Save"' } } do
    local text, details = forms.fails(world, "UNSUPPORTED", name, args)
    luaunit.assertStrContains(text, 'button "Save" is disabled')
    luaunit.assertEquals({ details.reason, details.dispatched, details.retry_safe }, { "disabled", false, true })
  end
  luaunit.assertFalse(world.asked "click")
end

function M.test_what_is_enabled_a_little_later_is_awaited()
  local save = world.elements[100][2]
  local later = save.states
  save.states = { "showing" }
  world.happens = { function()
    save.states = later
    return { kind = "screen.painted" }
  end }
  local told = clicks({ on = "Save" }, "click 50,50 window=11")
  luaunit.assertEquals(told.effect, "not_seen")
end

function M.test_only_states_that_toolkits_tell_count()
  world.elements[100][2].states = {}
  clicks({ on = "Save" }, "click 50,50 window=11")
  world.requests, world.elements[100][2].states, world.elements[100][2].role = {}, { "showing" }, "list item"
  clicks({ on = "Save" }, "click 50,50 window=11")
end

function M.test_a_failure_says_whether_anything_was_done()
  for code, dispatched in pairs { FOCUS_REFUSED = false, INTERRUPTED = true, TIMEOUT = true, POLICY_DENIED = false } do
    world.failing.click = world.fail(code, "no")
    local _, details = forms.fails(world, code, "click", { x = 60, y = 70 })
    luaunit.assertEquals({ details.dispatched, details.retry_safe }, { dispatched, not dispatched })
  end
end

function M.test_long_words_are_refused_at_once()
  local text = forms.fails(world, "INVALID_ARGUMENT", "click", { on = ("x"):rep(100000) })
  luaunit.assertStrContains(text, "on: 100000 bytes")
  local many = ("word "):rep(700)
  forms.fails(world, "ELEMENT_NOT_FOUND", "click", { on = many })
end

return M
