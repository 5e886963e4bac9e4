local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_chords_and_repeats()
  local told = forms.done(world, "press_key", { key = "ctrl+s" })
  luaunit.assertTrue(world.asked "press 73 count=1 ctrl")
  luaunit.assertEquals(told.keys, "ctrl+s")
  forms.done(world, "press_key", { key = "down", ["repeat"] = 3 })
  luaunit.assertTrue(world.asked "press FF54 count=3")
end

function M.test_an_element_gets_the_focus_first()
  forms.done(world, "press_key", { key = "enter", on = "Save" })
  luaunit.assertTrue(world.asked "click 50,50 window=11")
end

function M.test_without_any_window_nothing_is_pressed()
  for _, windows in ipairs { {}, { { id = 11, pid = 100, title = "Inbox", on_screen = false, minimised = true } } } do
    world.windows = windows
    for name, args in pairs { press_key = { key = "a" }, type_text = { text = "a" },
      key_combination = { modifiers = { "control" }, key = "a" } } do
      local _, details = forms.fails(world, "WINDOW_NOT_FOUND", name, args)
      luaunit.assertEquals({ details.reason, details.dispatched }, { "no windows", false })
    end
  end
  luaunit.assertFalse(world.asked "press" or world.asked "type")
end

function M.test_without_the_focus_anywhere_keys_are_for_whichever_takes_them()
  for _, each in ipairs(world.windows) do each.active = false end
  luaunit.assertNil(forms.done(world, "press_key", { key = "a" }).window)
end

function M.test_unknown_keys_are_refused_before_anything_is_done()
  local text = forms.fails(world, "INVALID_ARGUMENT", "press_key", { key = "ctlr+s", on = "Save" })
  luaunit.assertStrContains(text, "ctlr")
  luaunit.assertFalse(world.asked "click")
end

function M.test_many_presses_go_in_portions()
  local told = forms.done(world, "press_key", { key = "down", ["repeat"] = 250 })
  luaunit.assertStrContains(told.message, "press down 250 times")
  local counts = {}
  for _, request in ipairs(world.requests) do counts[#counts + 1] = request:match "^press FF54 count=(%d+)" end
  luaunit.assertEquals(counts, { "100", "100", "50" })
  world.failing.press = world.fail("FOCUS_REFUSED", "window 12 is in front", { typed = 7 })
  local _, details = forms.fails(world, "FOCUS_REFUSED", "press_key", { key = "down", ["repeat"] = 2 })
  luaunit.assertEquals(details.typed, 7)
end

return M
