local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function done(args) return forms.done(world, "window", args) end

function M.test_moves_and_tells_how_to_undo_it()
  local told, text = done { action = "move", x = 100, y = 50 }
  luaunit.assertEquals(told.facts.bounds, "100,50 300x200")
  luaunit.assertEquals(told.undo, { tool = "window",
    arguments = { action = "move", windowId = 11, x = 10, y = 20, width = 300, height = 200 } })
  luaunit.assertStrContains(text, "Done: move to 100,50 in window 11")
  done { action = "resize", width = 400, height = 300, windowId = 11 }
  luaunit.assertEquals(world.windows[1].bounds, { x = 100, y = 50, width = 400, height = 300 })
end

function M.test_states_and_workspaces()
  for action, request in pairs { minimize = "minimise 11", maximize = "maximise 11", restore = "restore 11",
    close = "close 11", focus = "focus 11" } do
    done { action = action, windowId = 11 }
    luaunit.assertTrue(world.asked(request), action)
  end
  local told = done { action = "workspace", workspace = 2 }
  luaunit.assertTrue(world.asked "to_workspace 11 2")
  luaunit.assertEquals(told.undo.arguments, { action = "workspace", windowId = 11, workspace = 0 })
end

function M.test_keys_that_follow_are_for_the_window()
  done { action = "focus", windowId = 21 }
  luaunit.assertEquals(world.window_for_keys, 21)
  done { action = "minimize", windowId = 21 }
  luaunit.assertNil(world.window_for_keys)
end

function M.test_a_window_that_is_not_shown_can_be_restored()
  world.windows = { world.windows[6] }
  done { action = "restore", app_target = "Firefox" }
  luaunit.assertTrue(world.asked "restore 13")
end

function M.test_what_is_missing_is_named()
  for field, args in pairs { x = { action = "move" }, width = { action = "resize" }, name = { action = "launch" },
    workspace = { action = "workspace" }, windowId = { action = "close", windowId = 11, app_target = "Firefox" } } do
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "window", args)
    luaunit.assertEquals(details.field, field)
  end
end

function M.test_a_dialog_keeps_a_window_open()
  world.failing["close 11"] = world.fail("EFFECT_NOT_SEEN", "window 11 asks", { dialog = {} })
  local _, details = forms.fails(world, "EFFECT_NOT_SEEN", "window", { action = "close" })
  luaunit.assertTrue(details.retry_safe)
end

function M.test_quits_all_windows_of_an_application()
  local told = done { action = "quit", name = "Firefox" }
  luaunit.assertEquals(told.facts.closed, 3)
  luaunit.assertTrue(world.asked "close 13")
  luaunit.assertStrContains(told.seen[2], "ended")
  forms.fails(world, "APP_NOT_FOUND", "window", { action = "quit", name = "nosuch" })
end

function M.test_a_program_that_stays_without_windows_is_named()
  world.put("/proc/100/stat", "100 (a) b) S 1 1")
  world.windows = { world.windows[1] }
  world.closes = true
  local told = done { action = "quit", name = "Firefox" }
  luaunit.assertStrContains(told.seen[2], "process 100 stays without a window")
  luaunit.assertEquals(told.facts, { closed = 1, ended = 0 })
end

local function install(id, lines)
  world.put("/usr/share/applications/" .. id .. ".desktop", "[Desktop Entry]\nType=Application\n" .. lines)
end

function M.test_launches_what_a_name_means()
  install("org.gnome.gedit", "Name=Text Editor\nExec=gedit --new %U\nPath=/srv\n")
  install("hidden", "Name=Text Editor Settings\nExec=other\nNoDisplay=true\n")
  world.put("/proc/4711/stat", "4711 (gedit) S 1 1")
  world.happens = { { kind = "window.opened", window = { id = 76, pid = 1, title = "Other" } },
    { kind = "window.opened", window = { id = 77, pid = 4711, title = "Untitled" } } }
  local told = done { action = "launch", name = "text editor" }
  luaunit.assertTrue(world.asked "admit Text Editor gedit org.gnome.gedit")
  luaunit.assertTrue(world.asked "launch gedit|--new on :7")
  luaunit.assertEquals({ told.facts.pid, told.facts.window, told.effect }, { 4711, 77, "seen" })
  luaunit.assertEquals(told.undo, { tool = "window", arguments = { action = "close", windowId = 77 } })
  luaunit.assertEquals(world.audited, { "launch /usr/share/applications/org.gnome.gedit.desktop" })
end

function M.test_the_policy_may_refuse_to_launch()
  install("xterm", "Name=XTerm\nExec=xterm\n")
  world.failing.launch = world.fail("POLICY_DENIED", "stopped")
  forms.fails(world, "POLICY_DENIED", "window", { action = "launch", name = "xterm" })
  luaunit.assertFalse(world.asked "launch")
end

function M.test_only_installed_applications_are_launched()
  install("xterm", "Name=XTerm\nExec=xterm\n")
  luaunit.assertStrContains(forms.fails(world, "APP_NOT_FOUND", "window", { action = "launch", name = "xtrem" }),
    "Did you mean 'xterm'?")
  forms.fails(world, "APP_NOT_FOUND", "window", { action = "launch", name = "/bin/sh" })
end

return M
