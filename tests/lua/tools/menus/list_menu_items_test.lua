local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.menu_world"

local M = {}
local world

function M.setUp() world = worlds.menus() end

function M.test_menus_are_trees()
  local menus, structured = worlds.read(world, "list_menu_items", { appName = "Firefox" })
  luaunit.assertEquals(#menus, 3)
  luaunit.assertEquals(menus[1].children[1],
    { name = "Save As…", shortcut = "Ctrl+S", enabled = true, checked = false, hasSubmenu = false })
  luaunit.assertEquals(menus[1].children[2].omittedChildren, 4)
  luaunit.assertEquals(json.decode(json.encode(structured.result)), menus)
end

function M.test_a_path_narrows_them_and_a_limit_cuts_them()
  local view = worlds.read(world, "list_menu_items", { appName = "Firefox", menuPath = "View" })
  luaunit.assertEquals({ #view, view[1].name }, { 4, "Grid" })
  local cut = worlds.read(world, "list_menu_items", { appName = "PID:100", limit = 4 })
  luaunit.assertEquals({ #cut[1].children, cut[1].omittedChildren, cut[2].omittedChildren }, { 1, 1, 4 })
  forms.fails(world, "ELEMENT_NOT_FOUND", "list_menu_items", { appName = "Firefox", menuPath = "Vew" })
end

function M.test_a_limit_cuts_what_is_at_the_top()
  local all = worlds.read(world, "list_menu_items", { appName = "Firefox", menuPath = "View" })
  local view, structured = worlds.read(world, "list_menu_items", { appName = "Firefox", menuPath = "View", limit = 3 })
  luaunit.assertEquals({ #view, structured.omitted }, { 3, #all - 3 })
end

return M
