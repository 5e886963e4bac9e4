local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}
local world

local function icon(id, description, process, more)
  local made = { id = id, description = description, title = description, name = id, process = process,
    status = "Active", has_menu = true, answers = true, clicked = "activated", menus = { { name = "Hello" },
      { name = "More", items = { { name = "Deep" } } }, { name = "Off", enabled = false } } }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

function M.setUp()
  world = forms.world { icons = {
    icon("applet", "Network", "nm-applet"), icon("mail", "3 new mails", "thunderbird", { clicked = "menu" }),
    icon("music", "Music", "player"), icon("window:7", "Old", "player", { has_menu = false,
      bounds = { x = 1, y = 2, width = 20, height = 20 } }),
  } }
end

local function rows(args)
  local result = world.call("list_status_bar_items", args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  return json.decode(result.content[1].text), result.structured
end

function M.test_icons_have_positions()
  luaunit.assertEquals(rows()[2],
    { description = "3 new mails", position = 2, processName = "thunderbird", status = "Active", hasMenu = true })
  world.icons[1].answers = false
  luaunit.assertIs(rows()[1].answers, false)
end

function M.test_long_lists_have_pages()
  local first, structured = rows { limit = 3 }
  luaunit.assertEquals(#first, 3)
  world.icons = {}
  local rest = rows { cursor = structured.next_cursor }
  luaunit.assertEquals({ #rest, rest[1].position }, { 1, 4 })
end

function M.test_a_click()
  local told = forms.done(world, "click_status_bar_item", { identifier = "network" })
  luaunit.assertTrue(world.asked "click icon applet")
  luaunit.assertEquals(told.how, "action")
  told = forms.done(world, "click_status_bar_item", { identifier = "thunderbird" })
  luaunit.assertEquals(told.facts.menu, "Hello, More, Off")
  told = forms.done(world, "click_status_bar_item", { identifier = "Old" })
  luaunit.assertEquals(told.how, "pointer")
end

function M.test_a_part_of_a_name_is_enough_where_one_fits()
  forms.done(world, "click_status_bar_item", { identifier = "mails" })
  local text, details = forms.fails(world, "AMBIGUOUS_ELEMENT", "click_status_bar_item", { identifier = "player" })
  luaunit.assertStrContains(text, "'Music' (player), 'Old' (player)")
  luaunit.assertEquals(details.candidates, { "Music", "Old" })
  text = forms.fails(world, "ELEMENT_NOT_FOUND", "click_status_bar_item", { identifier = "clock" })
  luaunit.assertStrContains(text, "'Network' (nm-applet)")
end

function M.test_an_item_of_its_menu()
  forms.done(world, "click_status_bar_menu_item", { identifier = "applet", menuPath = "More > Deep" })
  luaunit.assertTrue(world.asked "choose Deep")
  local _, details = forms.fails(world, "ELEMENT_NOT_FOUND", "click_status_bar_menu_item",
    { identifier = "applet", menuPath = "More > Deeper" })
  luaunit.assertEquals(details.available, { "Deep" })
  forms.fails(world, "UNSUPPORTED", "click_status_bar_menu_item", { identifier = "applet", menuPath = "Off" })
end

function M.test_without_a_panel()
  world.failing.tray = world.fail("PROVIDER_UNAVAILABLE", "no panel", { reason = "not running" }, "Start a panel.")
  for _, name in ipairs { "list_status_bar_items", "click_status_bar_item", "click_status_bar_menu_item" } do
    local _, details = forms.fails(world, "PROVIDER_UNAVAILABLE", name, { identifier = "x", menuPath = "y" })
    luaunit.assertEquals(details.reason, "not running")
  end
end

return M
