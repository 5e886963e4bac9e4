local luaunit = require "luaunit"
local worlds = require "fakes.menu_world"

local M = {}

function M.test_the_menus_of_a_process()
  local bar, structured = worlds.read(worlds.menus(), "get_menu_bar_structure", { processName = "Firefox" })
  luaunit.assertEquals({ #bar.menus, bar.menus[2].name, bar.processName }, { 3, "View", "Firefox" })
  luaunit.assertEquals(structured.processName, "Firefox")
end

return M
