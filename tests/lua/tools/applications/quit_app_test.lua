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

function M.test_windows_of_unknown_processes_must_be_gone()
  local list = package.loaded.app.list
  package.loaded.app.list = function(options)
    local applications, windows = list(options)
    for _, each in ipairs(windows or {}) do each.pid = nil end
    return applications, windows
  end
  world.closes = false
  local text = forms.fails(world, "EFFECT_NOT_SEEN", "quit_app", { name = "Firefox" })
  luaunit.assertStrContains(text, "still runs with window")
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

-- The program of Firefox's windows goes on. Closing its front window takes `seconds`, and then does what is given.
local function goes_on(seconds, closed)
  world.put("/proc/100/stat", "100 (firefox) S 1 1")
  local close = package.loaded.window.close
  package.loaded.window.close = function(id, options)
    if id ~= 11 then return close(id, options) end
    world.seconds = world.seconds + math.min(options.timeout, seconds)
    return closed(close)
  end
end

function M.test_a_question_ends_the_waiting()
  goes_on(0.1, function()
    table.insert(world.windows, 1, { id = 14, pid = 100, title = "Save changes?" })
    error(world.fail("EFFECT_NOT_SEEN", "window 11 asks something", { dialog = 14 }), 0)
  end)
  local before = world.seconds
  local text, details = forms.fails(world, "EFFECT_NOT_SEEN", "quit_app", { name = "Firefox" })
  luaunit.assertStrContains(text, 'asks in window 14 "Save changes?"')
  luaunit.assertEquals(details.dialog, 14)
  luaunit.assertTrue(world.seconds - before < 1, world.seconds - before)
end

function M.test_a_question_that_its_window_does_not_tell_of_ends_it_too()
  goes_on(9, function()
    table.insert(world.windows, 1, { id = 14, pid = 100, title = "Save changes?" })
    error(world.fail("EFFECT_NOT_SEEN", "window 11 stays"), 0)
  end)
  local before = world.seconds
  forms.fails(world, "EFFECT_NOT_SEEN", "quit_app", { name = "Firefox" })
  luaunit.assertTrue(world.seconds - before < 2, world.seconds - before)
end

function M.test_what_closes_again_is_no_question()
  local sleep = package.loaded.task.sleep
  goes_on(0.1, function(close)
    close(11)
    table.insert(world.windows, 1, { id = 14, pid = 100, title = "Saving" })
    package.loaded.task.sleep = function(seconds)
      sleep(seconds)
      if world.windows[1].id == 14 then table.remove(world.windows, 1) end
      world.put("/proc/100/stat", "100 (firefox) Z 1 1")
    end
  end)
  luaunit.assertEquals(forms.done(world, "quit_app", { name = "Firefox" }).facts, { closed = 3, ended = 1 })
end

function M.test_windows_that_stay_are_awaited()
  goes_on(9, function() error(world.fail("EFFECT_NOT_SEEN", "window 11 stays"), 0) end)
  local before = world.seconds
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "quit_app", { name = "Firefox" }),
    "still runs with window 11")
  luaunit.assertAlmostEquals(world.seconds - before, 5, 0.1)
end

function M.test_a_process_may_stay_without_a_window()
  goes_on(0.1, function(close) close(11) end)
  local before = world.seconds
  local told = forms.done(world, "quit_app", { name = "Firefox" })
  luaunit.assertEquals({ told.effect, told.facts }, { "seen", { closed = 3, ended = 0 } })
  luaunit.assertStrContains(told.seen[2], "process 100 stays without a window")
  luaunit.assertTrue(world.seconds - before < 2, world.seconds - before)
end

return M
