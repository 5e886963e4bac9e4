local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.menu_world"

local M = {}
local world

function M.setUp() world = worlds.menus() end

local function fails(code, path)
  return forms.fails(world, code, "click_menu_item", { appName = "Firefox", menuPath = path })
end

function M.test_an_item_is_chosen()
  local told, message = forms.done(world, "click_menu_item", { appName = "Firefox", menuPath = "File > Save As…" })
  luaunit.assertTrue(world.asked "choose Save As…")
  luaunit.assertStrContains(message, "Save As…")
  luaunit.assertEquals({ told.how, told.window.id }, { "action", 11 })
  world.answered = false
  told = forms.done(world, "click_menu_item", { appName = "Firefox", menuPath = "View > Grid" })
  luaunit.assertStrContains(told.facts.program, "dialog")
end

function M.test_a_path_that_leads_nowhere()
  local text, details = fails("ELEMENT_NOT_FOUND", "View > Grids")
  luaunit.assertStrContains(text, "'View' has no item 'Grids'")
  luaunit.assertStrContains(text, "'Grid', 'Off', 'Same', 'same'")
  luaunit.assertEquals({ details.level, #details.available }, { 2, 4 })
  luaunit.assertStrContains(fails("AMBIGUOUS_ELEMENT", "View > SAME"), "2 items")
  luaunit.assertStrContains(fails("ELEMENT_NOT_FOUND", "View > Grid > X"), "no items")
  luaunit.assertFalse(world.asked "menu choose")
end

function M.test_what_cannot_be_chosen()
  luaunit.assertStrContains(fails("UNSUPPORTED", "View > Off"), "disabled")
  luaunit.assertStrContains(fails("UNSUPPORTED", "View"), "opens a menu")
  luaunit.assertFalse(world.asked "menu choose")
end

function M.test_a_plan_does_nothing()
  local told = forms.done(world, "click_menu_item",
    { appName = "Firefox", menuPath = "Trash > Empty Trash", dry_run = true })
  luaunit.assertTrue(told.dry_run)
  luaunit.assertFalse(world.asked "choose")
end

return M
