local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp()
  world = forms.world { menus = { [100] = {
    { name = "File", items = { { name = "Save As…", shortcut = "Ctrl+S" },
      { name = "Recent", items = {}, left_out = 4 } } },
    { name = "View", items = { { name = "Grid", checked = true }, { name = "Off", enabled = false },
      { name = "Same" }, { name = "same" } } },
    { name = "Trash", items = { { name = "Empty Trash" } } },
  } } }
end

local function read(name, args)
  local result = world.call(name, args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  return json.decode(result.content[1].text), result.structured
end

function M.test_menus_are_trees()
  local menus, structured = read("list_menu_items", { appName = "Firefox" })
  luaunit.assertEquals(#menus, 3)
  luaunit.assertEquals(menus[1].children[1],
    { name = "Save As…", shortcut = "Ctrl+S", enabled = true, checked = false, hasSubmenu = false })
  luaunit.assertEquals(menus[1].children[2].omittedChildren, 4)
  luaunit.assertEquals(json.decode(json.encode(structured.result)), menus)
  local bar = read("get_menu_bar_structure", { processName = "Firefox" })
  luaunit.assertEquals({ #bar.menus, bar.processName }, { 3, "Firefox" })
end

function M.test_a_path_narrows_them_and_a_limit_cuts_them()
  local view = read("list_menu_items", { appName = "Firefox", menuPath = "View" })
  luaunit.assertEquals({ #view, view[1].name }, { 4, "Grid" })
  local cut = read("list_menu_items", { appName = "PID:100", limit = 4 })
  luaunit.assertEquals({ cut[1].children and #cut[1].children, cut[1].omittedChildren, cut[2].omittedChildren },
    { 1, 1, 4 })
  forms.fails(world, "ELEMENT_NOT_FOUND", "list_menu_items", { appName = "Firefox", menuPath = "Vew" })
end

function M.test_states()
  luaunit.assertEquals(read("get_menu_item_state", { appName = "Firefox", menuPath = "view > grid" }),
    { enabled = true, checked = true, hasSubmenu = false })
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

function M.test_what_cannot_be_chosen()
  local text, details = forms.fails(world, "ELEMENT_NOT_FOUND", "click_menu_item",
    { appName = "Firefox", menuPath = "View > Grids" })
  luaunit.assertStrContains(text, "'View' has no item 'Grids'")
  luaunit.assertStrContains(text, "'Grid', 'Off', 'Same', 'same'")
  luaunit.assertEquals({ details.level, #details.available }, { 2, 4 })
  text = forms.fails(world, "AMBIGUOUS_ELEMENT", "click_menu_item", { appName = "Firefox", menuPath = "View > SAME" })
  luaunit.assertStrContains(text, "2 items")
  text = forms.fails(world, "UNSUPPORTED", "click_menu_item", { appName = "Firefox", menuPath = "View > Off" })
  luaunit.assertStrContains(text, "disabled")
  text = forms.fails(world, "UNSUPPORTED", "click_menu_item", { appName = "Firefox", menuPath = "View" })
  luaunit.assertStrContains(text, "opens a menu")
  text = forms.fails(world, "ELEMENT_NOT_FOUND", "click_menu_item",
    { appName = "Firefox", menuPath = "View > Grid > X" })
  luaunit.assertStrContains(text, "no items")
  luaunit.assertFalse(world.asked "menu choose")
end

function M.test_a_plan_does_nothing()
  local told = forms.done(world, "click_menu_item",
    { appName = "Firefox", menuPath = "Trash > Empty Trash", dry_run = true })
  luaunit.assertTrue(told.dry_run)
  luaunit.assertFalse(world.asked "choose")
end

return M
