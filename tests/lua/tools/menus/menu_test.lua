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

function M.test_a_missing_item_closes_the_menu_again()
  local text, details = forms.fails(world, "ELEMENT_NOT_FOUND", "menu", { menuPath = "File > Quit" })
  luaunit.assertStrContains(text, 'menu item "Save As…"')
  luaunit.assertTrue(world.asked "press FF1B")
  luaunit.assertTrue(details.retry_safe)
  forms.fails(world, "ELEMENT_NOT_FOUND", "menu", { menuPath = "Edit > Quit" })
end

function M.test_paths_have_names()
  for _, path in ipairs { ">", " > > ", ("a>"):rep(9) } do
    forms.fails(world, "INVALID_ARGUMENT", "menu", { menuPath = path })
  end
end

return M
