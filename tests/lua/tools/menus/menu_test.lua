local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp()
  world = forms.world { form = { forms.element("menu", "_File", 10, 20) } }
  world.after = function()
    table.insert(world.elements[100], forms.element("menu item", "Save As…", 10, 60, { window = false }))
    world.after = nil
  end
end

function M.test_each_level_is_opened()
  forms.done(world, "menu", { menuPath = "File > save as..." })
  luaunit.assertTrue(world.asked "click 40,10 window=11", table.concat(world.requests, "; "))
  luaunit.assertTrue(world.asked "click 50,70")
end

function M.test_a_button_that_was_there_before_the_menu_is_not_its_item()
  table.insert(world.elements[100], forms.element("button", "Save As…", 200, 5))
  forms.done(world, "menu", { menuPath = "File > save as..." })
  luaunit.assertTrue(world.asked "click 50,70", table.concat(world.requests, "; "))
end

function M.test_a_missing_item_closes_the_menu_again()
  local text, details = forms.fails(world, "ELEMENT_NOT_FOUND", "menu", { menuPath = "File > Quit" })
  luaunit.assertStrContains(text, 'menu item "Save As…"')
  luaunit.assertTrue(world.asked "press FF1B")
  luaunit.assertTrue(details.retry_safe)
  forms.fails(world, "ELEMENT_NOT_FOUND", "menu", { menuPath = "Edit > Quit" })
end

function M.test_a_disabled_item_is_refused_and_its_menu_closed()
  world.after = function()
    table.insert(world.elements[100], forms.element("menu item", "Show Bit Edit", 10, 60, { window = false,
      states = { "showing" } }))
    world.after = nil
  end
  local text, details = forms.fails(world, "UNSUPPORTED", "menu", { menuPath = "File > Show Bit Edit" })
  luaunit.assertStrContains(text, 'menu item "Show Bit Edit" is disabled')
  luaunit.assertEquals({ details.reason, details.dispatched }, { "disabled", false })
  luaunit.assertFalse(world.asked "click 50,70")
  luaunit.assertTrue(world.asked "press FF1B")
end

function M.test_a_disabled_menu_is_not_opened()
  world.elements[100][1].states = { "showing" }
  forms.fails(world, "UNSUPPORTED", "menu", { menuPath = "File > Save As" })
  luaunit.assertFalse(world.asked "click")
end

function M.test_an_item_that_the_program_tells_is_chosen_in_a_closed_menu()
  world = require("fakes.menu_world").menus()
  local told = forms.done(world, "menu", { menuPath = "File > Save As…", app_target = "Firefox" })
  luaunit.assertEquals({ told.how, told.window.id }, { "action", 11 })
  luaunit.assertTrue(world.asked "choose Save As…")
  luaunit.assertFalse(world.asked "click")
  local text = forms.fails(world, "ELEMENT_NOT_FOUND", "menu", { menuPath = "View > Grids" })
  luaunit.assertStrContains(text, "'Grid', 'Off'")
  luaunit.assertStrContains(forms.fails(world, "UNSUPPORTED", "menu", { menuPath = "View > Off" }), "disabled")
end

function M.test_a_modal_dialog_is_the_reason()
  table.insert(world.windows, 1, { id = 14, pid = 100, title = "Save As", bounds = world.windows[1].bounds,
    on_screen = true, active = true })
  table.insert(world.elements[100], forms.element("dialog", "Save As", 20, 30, { depth = 1, window = 14,
    states = { "modal", "showing" } }))
  local text, details = forms.fails(world, "ELEMENT_NOT_FOUND", "menu", { menuPath = "Edit > Quit" })
  luaunit.assertStrContains(text, "'Edit' is not offered: window 14 \"Save As\" is a dialog that keeps window 11")
  luaunit.assertStrContains(text, "Answer or close the dialog first")
  luaunit.assertEquals(details.dialog, 14)
  world.elements[100][2].states = { "showing" }
  luaunit.assertNotStrContains(forms.fails(world, "ELEMENT_NOT_FOUND", "menu", { menuPath = "Edit > Quit" }), "dialog")
end

function M.test_paths_have_names()
  for _, path in ipairs { ">", " > > ", ("a>"):rep(9) } do
    forms.fails(world, "INVALID_ARGUMENT", "menu", { menuPath = path })
  end
end

return M
