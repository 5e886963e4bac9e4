local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local element = { id = "e1", role = "text", name = "", path = "frame/text" }

local function opened()
  local world = worlds.fresh {}
  return world, require "ui_acts"
end

local function refused(code, work, ...)
  local ok, err = pcall(work, ...)
  luaunit.assertFalse(ok)
  luaunit.assertEquals(err.code, code)
  return err
end

function M.test_each_act_is_asked_of_the_program()
  local world, ui = opened()
  luaunit.assertEquals({ ui.press(element) }, { "click", true })
  luaunit.assertTrue(world.asked "act e1 press nil nil")
  luaunit.assertEquals(ui.focus(element).path, "frame/text")
  luaunit.assertTrue(world.asked "act e1 focus nil nil")
  luaunit.assertEquals(ui.scroll_to(element, { timeout = 3 }).path, "frame/text")
  luaunit.assertTrue(world.asked "act e1 scroll_to nil nil")
  ui.select(element, { add = true })
  luaunit.assertTrue(world.asked "act e1 select true nil")
  luaunit.assertEquals(ui.set_value(element, 2.5).value, 2.5)
  luaunit.assertTrue(world.asked "act e1 set_value nil 2.5")
  ui.set_value(element, "")
  luaunit.assertTrue(world.asked "act e1 set_value nil ")
end

function M.test_refuses_what_is_no_element_and_no_value()
  local _, ui = opened()
  for _, name in ipairs { "press", "focus", "scroll_to", "select", "set_value" } do
    for _, wrong in ipairs { "e1", 5, {}, { id = 5 } } do refused("INVALID_ARGUMENT", ui[name], wrong, "x") end
  end
  refused("INVALID_ARGUMENT", ui.set_value, element)
  refused("INVALID_ARGUMENT", ui.set_value, element, {})
  refused("INVALID_ARGUMENT", ui.set_value, element, true)
  refused("INVALID_ARGUMENT", ui.press, element, { add = true })
  refused("INVALID_ARGUMENT", ui.select, element, { add = 1 })
end

function M.test_says_what_the_program_says()
  local world, ui = opened()
  world.failing.act = world.fail("ELEMENT_STALE", "the element is gone")
  refused("ELEMENT_STALE", ui.press, element)
end

return M
