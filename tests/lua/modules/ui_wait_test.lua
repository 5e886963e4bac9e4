local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function save(number)
  return { id = "s" .. number, role = "button", name = "Save", path = "frame/button" .. number }
end

local function opened(elements)
  local world = worlds.fresh { elements = elements }
  return world, require "ui_wait"
end

local function refused(code, work, ...)
  local ok, err = pcall(work, ...)
  luaunit.assertFalse(ok)
  luaunit.assertEquals(err.code, code)
  return err
end

function M.test_waits_for_one()
  local world, ui = opened { [11] = { save(1) }, [100] = { save(2) } }
  luaunit.assertEquals(ui.wait({ name = "Save", state = "sensitive" }).id, "s1")
  luaunit.assertTrue(world.asked "wait 0 11 sensitive nil nil")
  -- All windows of an application: also those that it opens meanwhile.
  luaunit.assertEquals(ui.wait({ app = "Firefox", role = "button", value = 3.0 }).id, "s2")
  luaunit.assertTrue(world.asked "wait 100  nil 3 nil")
  luaunit.assertEquals(ui.wait({ window = 11, path = "frame/button1" }).id, "s1")
end

function M.test_waits_for_none()
  local world, ui = opened { [11] = { save(1) } }
  luaunit.assertTrue(ui.wait { name = "Save", gone = true })
  luaunit.assertTrue(world.asked "wait 0 11 nil nil true")
  luaunit.assertTrue(ui.wait { app = "Nothing like it", name = "Save", gone = true })
end

function M.test_several_are_candidates()
  local _, ui = opened { [11] = { save(1), save(2) } }
  luaunit.assertEquals(#refused("AMBIGUOUS_ELEMENT", ui.wait, { name = "Save" }).details.candidates, 2)
end

function M.test_refuses_what_makes_no_sense()
  local _, ui = opened { [11] = { save(1) } }
  refused("INVALID_ARGUMENT", ui.wait)
  refused("INVALID_ARGUMENT", ui.wait, "Save")
  refused("INVALID_ARGUMENT", ui.wait, { window = 11 })
  refused("INVALID_ARGUMENT", ui.wait, { name = "Save", value = true })
  refused("INVALID_ARGUMENT", ui.wait, { name = "Save", gone = "yes" })
  refused("INVALID_ARGUMENT", ui.wait, { name = "Save", nam = 1 })
  refused("INVALID_ARGUMENT", ui.wait, { name = "Save", app = "Firefox", window = 11 })
end

return M
