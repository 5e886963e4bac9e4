local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function save(number)
  return { id = "save" .. number, role = "button", name = "Save", path = 'frame/button "Save"[' .. number .. "]" }
end

local function opened(elements)
  local world = worlds.fresh { elements = elements }
  return world, require "ui_elements"
end

local function refused(code, work, ...)
  local ok, err = pcall(work, ...)
  luaunit.assertFalse(ok)
  luaunit.assertEquals(err.code, code)
  return err
end

function M.test_reads_the_window_that_has_the_focus()
  local world, ui = opened { [11] = { save(1) } }
  luaunit.assertEquals(ui.tree().elements[1].id, "save1")
  luaunit.assertTrue(world.asked "elements 0 11")
  for _, each in ipairs(world.windows) do each.active = false end
  refused("WINDOW_NOT_FOUND", ui.tree)
end

function M.test_goes_by_window_application_and_process()
  local world, ui = opened { [100] = { save(1) }, [21] = { save(2) } }
  ui.tree { window = 21 }
  luaunit.assertTrue(world.asked "elements 0 21")
  luaunit.assertEquals(#ui.tree({ app = "Firefox" }).elements, 1)
  luaunit.assertTrue(world.asked "elements 100 ")
  ui.tree { app = "PID:300" }
  luaunit.assertTrue(world.asked "elements 300 ")
  refused("APP_NOT_FOUND", ui.tree, { app = "Nothing like it" })
  refused("INVALID_ARGUMENT", ui.tree, { app = "PID:x" })
  refused("INVALID_ARGUMENT", ui.tree, { app = "Firefox", window = 21 })
  refused("INVALID_ARGUMENT", ui.tree, { windo = 21 })
end

function M.test_finds_one_or_none()
  local _, ui = opened { [11] = { save(1) } }
  luaunit.assertEquals(ui.find({ name = "Save" }).id, "save1")
  luaunit.assertNil(ui.find { name = "Delete" })
  refused("INVALID_ARGUMENT", ui.find)
  refused("INVALID_ARGUMENT", ui.find, { window = 11 })
end

function M.test_several_are_candidates()
  local _, ui = opened { [11] = { save(1), save(2) } }
  local err = refused("AMBIGUOUS_ELEMENT", ui.find, { role = "button" })
  luaunit.assertEquals(err.details.candidates, { save(1).path, save(2).path })
  luaunit.assertStrContains(err.message, save(2).path)
end

function M.test_reads_an_element_again()
  local world, ui = opened {}
  local now = ui.read(save(1))
  luaunit.assertTrue(world.asked "again save1")
  luaunit.assertEquals(now.path, save(1).path)
  luaunit.assertEquals(now.actions, { "click" })
  for _, wrong in ipairs { "save1", 5, {}, { id = 5 } } do refused("INVALID_ARGUMENT", ui.read, wrong) end
  refused("INVALID_ARGUMENT", ui.read)
end

return M
