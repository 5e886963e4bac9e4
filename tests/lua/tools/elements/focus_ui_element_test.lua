local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}

local function world_with(acts)
  local world = forms.world { own_acts = acts }
  world.elements[100] = { world.elements[100][2] }
  return world
end

local kIt = { appName = "Firefox", elementPath = 'button "Save"' }

function M.test_the_program_gives_the_focus()
  local focused
  local world = world_with { focus = function(element) focused = element.name end }
  local told = forms.done(world, "focus_ui_element", kIt)
  luaunit.assertEquals({ focused, told.how, told.effect }, { "Save", "action", "seen" })
  luaunit.assertFalse(world.asked "click")
end

function M.test_else_a_click_does()
  local world = world_with()
  luaunit.assertEquals(forms.done(world, "focus_ui_element", kIt).how, "pointer")
  luaunit.assertTrue(world.asked "click 50,50 window=11")
end

function M.test_what_is_disabled_gets_no_focus()
  local world = world_with()
  world.elements[100][1].states = { "showing" }
  forms.fails(world, "UNSUPPORTED", "focus_ui_element", kIt)
  luaunit.assertFalse(world.asked "click")
end

return M
