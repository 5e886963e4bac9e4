local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.menu_world"

local M = {}

function M.test_the_state_is_read()
  local world = worlds.menus()
  luaunit.assertEquals(worlds.read(world, "get_menu_item_state", { appName = "Firefox", menuPath = "view > grid" }),
    { enabled = true, checked = true, hasSubmenu = false })
  luaunit.assertEquals(worlds.read(world, "get_menu_item_state", { appName = "Firefox", menuPath = "File" }),
    { enabled = true, checked = false, hasSubmenu = true })
  forms.fails(world, "ELEMENT_NOT_FOUND", "get_menu_item_state", { appName = "Firefox", menuPath = "View > Rid" })
end

return M
