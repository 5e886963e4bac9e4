local forms = require "fakes.forms"
local luaunit = require "luaunit"
local reads = require "fakes.reads"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_focus_window_focuses_and_can_be_undone()
  local told = forms.done(world, "focus_window", { windowId = 21 })
  luaunit.assertTrue(world.asked "focus 21")
  luaunit.assertEquals(told.undo, { tool = "focus_window", arguments = { windowId = 11 } })
  luaunit.assertNil(forms.done(world, "focus_window", { windowId = 11 }).undo)
  forms.fails(world, "WINDOW_NOT_FOUND", "focus_window", { windowId = 999 })
end

function M.test_a_size_without_a_pixel_is_refused()
  for _, size in ipairs { { 0, 100 }, { 100, 0.4 }, { -5, 100 } } do
    local args = { windowId = 21, width = size[1], height = size[2] }
    forms.fails(world, "INVALID_ARGUMENT", "resize_window", args)
    args.action = "resize"
    args.width, args.height = math.floor(size[1]), math.floor(size[2])
    forms.fails(world, "INVALID_ARGUMENT", "window", args)
  end
  luaunit.assertFalse(world.asked "place")
end

-- The host compares arguments with these schemas and names the argument.
function M.test_no_window_has_a_number_below_one()
  for _, name in ipairs { "focus_window", "move_window", "resize_window", "minimize_window", "window",
    "take_screenshot" } do
    luaunit.assertEquals(world.tools[name].input_schema.properties.windowId.minimum, 1, name)
  end
end

function M.test_focus_window_a_remedy_names_tools()
  world.failing.focus = world.fail("FOCUS_REFUSED", "no", {}, "See window.list(), then window.focus.")
  luaunit.assertStrContains(forms.fails(world, "FOCUS_REFUSED", "focus_window", { windowId = 11 }),
    "See list_windows, then focus_window.")
end

function M.test_focus_window_keys_that_follow_are_for_it()
  world.window_for_keys = 11
  forms.done(world, "focus_window", { windowId = 21 })
  for _, each in ipairs(world.windows) do each.active = each.id == 21 end
  luaunit.assertEquals(forms.done(world, "type_text", { text = "x" }).window.id, 21)
end

function M.test_list_windows_windows_have_the_places_of_their_frames()
  local list = reads.done(world, "list_windows")
  luaunit.assertEquals(#list, #world.windows)
  luaunit.assertEquals(list[1], { title = "Inbox: mail — Firefox", appName = "Firefox", position = { x = 8, y = 0 },
    size = { width = 304, height = 222 }, id = 11, focused = true })
  luaunit.assertTrue(list[6].minimized)
end

function M.test_list_windows_windows_may_have_no_places()
  forms.without_places(world)
  local list = reads.done(world, "list_windows")
  luaunit.assertEquals(list[1], { title = "Inbox: mail — Firefox", appName = list[1].appName, id = 11, focused = true })
end

function M.test_list_windows_one_application()
  local list = reads.done(world, "list_windows", { appName = "Firefox" })
  luaunit.assertEquals({ #list, list[1].id, list[3].id }, { 3, 11, 13 })
  forms.fails(world, "APP_NOT_FOUND", "list_windows", { appName = "nosuch" })
  luaunit.assertEquals(#reads.done(world, "list_windows", { appName = "" }), #world.windows)
end

function M.test_list_windows_pages()
  local first, result = reads.done(world, "list_windows", { limit = 3 })
  luaunit.assertEquals(#first, 3)
  world.windows = {}
  local second = reads.done(world, "list_windows", { limit = 10, cursor = result.structured.next_cursor })
  luaunit.assertEquals({ #second, second[1].id }, { 4, 21 })
  forms.fails(world, "INVALID_ARGUMENT", "list_windows", { cursor = "ff.1" })
end

function M.test_list_windows_names_with_controls_are_refused_before_anything_is_asked()
  for _, name in ipairs { "a\0b", "a\nb", ("x"):rep(256) } do
    world.requests = {}
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "list_windows", { appName = name })
    luaunit.assertEquals({ details.field, #world.requests }, { "appName", 0 })
  end
end

function M.test_minimize_window_minimizes_and_can_be_undone()
  local told = forms.done(world, "minimize_window", { windowId = 11 })
  luaunit.assertTrue(world.asked "minimise 11")
  luaunit.assertEquals({ told.seen[1], told.undo.tool }, { "it is minimized", "focus_window" })
  forms.fails(world, "WINDOW_NOT_FOUND", "minimize_window", { windowId = 999 })
end

function M.test_minimize_window_keys_that_follow_are_for_the_window_in_front()
  world.window_for_keys = 21
  forms.done(world, "minimize_window", { windowId = 21 })
  luaunit.assertNil(world.window_for_keys)
end

function M.test_move_window_the_place_is_the_frames()
  local told, message = forms.done(world, "move_window", { windowId = 11, x = 100.4, y = 50 })
  luaunit.assertEquals(world.windows[1].bounds, { x = 102, y = 70, width = 300, height = 200 })
  luaunit.assertEquals(told.facts.bounds, "100,50 304x222")
  luaunit.assertEquals(told.undo, { tool = "move_window", arguments = { windowId = 11, x = 8, y = 0 } })
  luaunit.assertStrContains(message, "Done: move to 100.4,50 in window 11")
end

function M.test_move_window_a_manager_that_decides_itself_is_named()
  world.place = function(wanted)
    wanted.x = 640
    return wanted
  end
  world.limits_of = { [11] = { min_width = 1, min_height = 1, step_width = 1, step_height = 1, manager = "dwm" } }
  local text, details = forms.fails(world, "EFFECT_NOT_SEEN", "move_window", { windowId = 11, x = 100, y = 50 })
  luaunit.assertStrContains(text, "window 11 is at 638,50 304x222: the window manager dwm decides")
  luaunit.assertNotStrContains(text, "position:")
  luaunit.assertEquals({ details.position, details.dispatched }, { { x = 638, y = 50 }, true })
end

function M.test_move_window_one_that_does_not_move_at_all_says_where_it_is()
  world.failing.place = world.fail("EFFECT_NOT_SEEN", "window 11 was not moved")
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "move_window", { windowId = 11, x = 1, y = 1 }),
    "window 11 is at 8,0 304x222")
end

function M.test_move_window_a_window_that_is_gone()
  forms.fails(world, "WINDOW_NOT_FOUND", "move_window", { windowId = 999, x = 0, y = 0 })
end

function M.test_resize_window_the_size_is_the_frames()
  local told = forms.done(world, "resize_window", { windowId = 11, width = 404, height = 322 })
  luaunit.assertEquals(world.windows[1].bounds, { x = 10, y = 20, width = 400, height = 300 })
  luaunit.assertEquals(told.undo, { tool = "resize_window", arguments = { windowId = 11, width = 304, height = 222 } })
end

function M.test_resize_window_a_size_in_steps_is_enough()
  world.limits_of = { [11] = { min_width = 1, min_height = 1, step_width = 6, step_height = 13 } }
  world.place = function(wanted)
    wanted.width, wanted.height = wanted.width - 5, wanted.height - 12
    return wanted
  end
  local told = forms.done(world, "resize_window", { windowId = 11, width = 404, height = 322 })
  luaunit.assertEquals(told.facts.bounds, "8,0 399x310")
  world.limits_of[11].step_width = 5
  forms.fails(world, "EFFECT_NOT_SEEN", "resize_window", { windowId = 11, width = 404, height = 322 })
end

function M.test_resize_window_a_limit_is_named()
  world.limits_of = { [11] = { min_width = 250, min_height = 1, max_height = 500, step_width = 1, step_height = 1 } }
  world.place = function(wanted)
    wanted.width, wanted.height = math.max(250, wanted.width), math.min(500, wanted.height)
    return wanted
  end
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "resize_window",
    { windowId = 11, width = 104, height = 222 }), "at least 250 pixels wide by its own limits")
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "resize_window",
    { windowId = 11, width = 304, height = 922 }), "at most 500 pixels high")
end

local function done(args) return forms.done(world, "window", args) end

function M.test_window_moves_and_tells_how_to_undo_it()
  local told, text = done { action = "move", x = 100, y = 50 }
  luaunit.assertEquals(told.facts.bounds, "100,50 300x200")
  luaunit.assertEquals(told.undo, { tool = "window",
    arguments = { action = "move", windowId = 11, x = 10, y = 20, width = 300, height = 200 } })
  luaunit.assertStrContains(text, "Done: move to 100,50 in window 11")
  done { action = "resize", width = 400, height = 300, windowId = 11 }
  luaunit.assertEquals(world.windows[1].bounds, { x = 100, y = 50, width = 400, height = 300 })
end

function M.test_window_states_and_workspaces()
  for action, request in pairs { minimize = "minimise 11", maximize = "maximise 11", restore = "restore 11",
    close = "close 11", focus = "focus 11" } do
    done { action = action, windowId = 11 }
    luaunit.assertTrue(world.asked(request), action)
  end
  local told = done { action = "workspace", workspace = 2 }
  luaunit.assertTrue(world.asked "to_workspace 11 2")
  luaunit.assertEquals(told.undo.arguments, { action = "workspace", windowId = 11, workspace = 0 })
end

function M.test_window_keys_that_follow_are_for_the_window()
  done { action = "focus", windowId = 21 }
  luaunit.assertEquals(world.window_for_keys, 21)
  done { action = "minimize", windowId = 21 }
  luaunit.assertNil(world.window_for_keys)
end

function M.test_window_a_window_that_is_not_shown_can_be_restored()
  world.windows = { world.windows[6] }
  done { action = "restore", app_target = "Firefox" }
  luaunit.assertTrue(world.asked "restore 13")
end

function M.test_window_what_is_missing_is_named()
  for field, args in pairs { x = { action = "move" }, width = { action = "resize" }, name = { action = "launch" },
    workspace = { action = "workspace" }, windowId = { action = "close", windowId = 11, app_target = "Firefox" } } do
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "window", args)
    luaunit.assertEquals(details.field, field)
  end
end

function M.test_window_a_dialog_keeps_a_window_open()
  world.failing["close 11"] = world.fail("EFFECT_NOT_SEEN", "window 11 asks", { dialog = {} })
  local _, details = forms.fails(world, "EFFECT_NOT_SEEN", "window", { action = "close" })
  luaunit.assertTrue(details.retry_safe)
end

function M.test_window_quits_all_windows_of_an_application()
  local told = done { action = "quit", name = "Firefox" }
  luaunit.assertEquals(told.facts.closed, 3)
  luaunit.assertTrue(world.asked "close 13")
  luaunit.assertStrContains(told.seen[2], "ended")
  forms.fails(world, "APP_NOT_FOUND", "window", { action = "quit", name = "nosuch" })
end

function M.test_window_a_program_that_stays_without_windows_is_named()
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

function M.test_window_launches_what_a_name_means()
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

function M.test_window_the_policy_may_refuse_to_launch()
  install("xterm", "Name=XTerm\nExec=xterm\n")
  world.failing.launch = world.fail("POLICY_DENIED", "stopped")
  forms.fails(world, "POLICY_DENIED", "window", { action = "launch", name = "xterm" })
  luaunit.assertFalse(world.asked "launch")
end

function M.test_window_only_installed_applications_are_launched()
  install("xterm", "Name=XTerm\nExec=xterm\n")
  luaunit.assertStrContains(forms.fails(world, "APP_NOT_FOUND", "window", { action = "launch", name = "xtrem" }),
    "Did you mean 'xterm'?")
  forms.fails(world, "APP_NOT_FOUND", "window", { action = "launch", name = "/bin/sh" })
end

return M
