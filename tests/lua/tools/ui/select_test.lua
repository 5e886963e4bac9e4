local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp()
  world = forms.world { form = { forms.element("combo box", "Page", 20, 60),
    forms.element("page tab", "Second", 20, 90) } }
end

local function open()
  table.insert(world.elements[100], forms.element("menu item", "Landscape", 40, 300, { window = false }))
end

function M.test_a_tab_is_clicked()
  luaunit.assertEquals(forms.done(world, "select", { on = "Second" }).how, "pointer")
  luaunit.assertTrue(world.asked "click 50,80 window=11")
end

function M.test_a_box_is_opened_first()
  world.after = function() open(); world.after = nil end
  forms.done(world, "select", { on = "Page", option = "landscape" })
  luaunit.assertTrue(world.asked "click 50,50 window=11")
  luaunit.assertTrue(world.asked "click 80,310", table.concat(world.requests, "; "))
end

function M.test_a_box_without_the_item_is_closed_again()
  world.after = function() open(); world.after = nil end
  local text = forms.fails(world, "ELEMENT_NOT_FOUND", "select", { on = "Page", option = "Portrait" })
  luaunit.assertStrContains(text, 'menu item "Landscape"')
  luaunit.assertTrue(world.asked "press FF1B")
end

function M.test_the_programs_own_means_come_first()
  world = forms.world { own_acts = { select = function(element) world.log("select " .. element.name) end },
    form = { forms.element("page tab", "Second", 20, 90) } }
  luaunit.assertEquals(forms.done(world, "select", { on = "Second" }).how, "action")
  luaunit.assertTrue(world.asked "select Second")
end

return M
