local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp()
  world = forms.world()
  world.closes = true
end

function M.test_every_window_is_asked()
  local told = forms.done(world, "quit_app", { name = "Firefox" })
  for _, id in ipairs { 11, 12, 13 } do luaunit.assertTrue(world.asked("close " .. id)) end
  luaunit.assertEquals(told.facts, { closed = 3, ended = 1 })
end

function M.test_what_the_program_asks_is_named()
  world.put("/proc/100/stat", "100 (firefox) S 1 1")
  world.failing["close 11"] = world.fail("EFFECT_NOT_SEEN", "window 11 asks something", { dialog = 14 })
  world.failing["close 14"] = world.fail("EFFECT_NOT_SEEN", "window 14 stays")
  table.insert(world.windows, 1, { id = 14, pid = 100, title = "Save changes?" })
  local text, details = forms.fails(world, "EFFECT_NOT_SEEN", "quit_app", { name = "PID:100" })
  luaunit.assertStrContains(text, 'still runs')
  luaunit.assertStrContains(text, '14 "Save changes?"')
  luaunit.assertEquals(details.dialog, 14)
  luaunit.assertTrue(world.asked "close 12")
end

return M
