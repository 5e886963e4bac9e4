local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.menu_world"

local M = {}
local world

function M.setUp() world = worlds.icons() end

function M.test_a_click()
  local told = forms.done(world, "click_status_bar_item", { identifier = "network" })
  luaunit.assertTrue(world.asked "click icon applet")
  luaunit.assertEquals(told.how, "action")
  luaunit.assertEquals(forms.done(world, "click_status_bar_item", { identifier = "Old" }).how, "pointer")
end

function M.test_an_icon_without_an_action_tells_its_menu()
  local told = forms.done(world, "click_status_bar_item", { identifier = "thunderbird" })
  luaunit.assertEquals(told.facts.menu, "Hello, More, Off")
end

function M.test_a_part_of_a_name_is_enough_where_one_fits()
  forms.done(world, "click_status_bar_item", { identifier = "mails" })
  local text, details = forms.fails(world, "AMBIGUOUS_ELEMENT", "click_status_bar_item", { identifier = "player" })
  luaunit.assertStrContains(text, "'Music' (player), 'Old' (player)")
  luaunit.assertEquals(details.candidates, { "Music", "Old" })
  text = forms.fails(world, "ELEMENT_NOT_FOUND", "click_status_bar_item", { identifier = "clock" })
  luaunit.assertStrContains(text, "'Network' (nm-applet)")
end

function M.test_without_a_panel()
  worlds.needs_a_panel(world, "click_status_bar_item")
end

return M
