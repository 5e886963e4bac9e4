local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world, item
local kIt = { appName = "Firefox", elementPath = 'frame "Inbox"/button "Far"' }

-- A list 100 pixels high that holds a button, `y` from the top of the screen.
local function with(y, acts)
  world = forms.world { own_acts = acts }
  local view = forms.element("scroll pane", "", 20, 60, { depth = 2 })
  view.bounds = { x = 20, y = 60, width = 200, height = 100 }
  item = forms.element("button", "Far", 30, y, { depth = 3 })
  world.elements[100] = { world.elements[100][1], view, item }
  package.loaded.elements.find = function() return { item }, 1 end
end

function M.test_what_is_in_view_stays()
  with(100)
  luaunit.assertEquals(forms.done(world, "scroll_to_element", kIt).seen, { "it was in view already" })
  luaunit.assertFalse(world.asked "scroll")
end

function M.test_the_program_does_it()
  with(900, { scroll_to = function() item.bounds.y = 100 end })
  luaunit.assertEquals(forms.done(world, "scroll_to_element", kIt).how, "action")
  luaunit.assertFalse(world.asked "scroll")
end

function M.test_else_the_wheel_does()
  with(900)
  world.after = function(name)
    if name == "scroll" then item.bounds.y = item.bounds.y - 400 end
  end
  luaunit.assertEquals(forms.done(world, "scroll_to_element", kIt).how, "pointer")
  luaunit.assertTrue(world.asked "scroll 110,90 window=11 down=16", table.concat(world.requests, "; "))
end

function M.test_what_does_not_come_is_told()
  with(900)
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "scroll_to_element", kIt), "did not come into view")
end

return M
