local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.menu_world"

local M = {}
local world

function M.setUp() world = worlds.icons() end

function M.test_an_item_of_its_menu()
  forms.done(world, "click_status_bar_menu_item", { identifier = "applet", menuPath = "More > Deep" })
  luaunit.assertTrue(world.asked "choose Deep")
end

function M.test_what_cannot_be_chosen()
  local _, details = forms.fails(world, "ELEMENT_NOT_FOUND", "click_status_bar_menu_item",
    { identifier = "applet", menuPath = "More > Deeper" })
  luaunit.assertEquals(details.available, { "Deep" })
  forms.fails(world, "UNSUPPORTED", "click_status_bar_menu_item", { identifier = "applet", menuPath = "Off" })
  luaunit.assertFalse(world.asked "choose")
end

function M.test_without_a_panel()
  worlds.needs_a_panel(world, "click_status_bar_menu_item")
end

return M
