local luaunit = require "luaunit"
local open_menus = require "seeing.open_menus"

local M = {}

local area = { x = 100, y = 100, width = 200, height = 90 }

local function element(role, x, y, ...)
  return { role = role, states = { "showing", ... }, bounds = x and { x = x, y = y, width = 180, height = 24 } }
end

local function untold(...) return #open_menus.untold({ area }, { ... }) end

function M.test_items_inside_of_it_stand_for_a_menu()
  luaunit.assertEquals(untold(element("menu item", 110, 110)), 0)
  luaunit.assertEquals(untold(element("check menu item", 110, 150)), 0)
  luaunit.assertEquals(untold(element("menu item", 10, 110)), 1)
  luaunit.assertEquals(untold(element("menu item")), 1)
end

function M.test_what_lies_below_does_not()
  luaunit.assertEquals(untold(element("list item", 110, 110), element("button", 110, 140)), 1)
end

function M.test_what_fills_it_is_the_menu()
  local popover = element("panel", 110, 104)
  popover.bounds.height = 80
  luaunit.assertEquals(untold(popover), 0)
  popover.bounds.height = 50
  luaunit.assertEquals(untold(popover), 1)
end

function M.test_an_open_box_tells_its_own_items()
  luaunit.assertEquals(untold(element("combo box", 100, 70, "expanded")), 0)
  luaunit.assertEquals(untold(element("combo box", 100, 70)), 1)
end

function M.test_each_menu_counts()
  local sub_menu = { x = 300, y = 120, width = 200, height = 60 }
  luaunit.assertEquals(open_menus.untold({ area, sub_menu }, { element("menu item", 110, 110) }), { sub_menu })
end

return M
