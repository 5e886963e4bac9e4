local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

local function install(id, lines)
  world.put("/usr/share/applications/" .. id .. ".desktop", "[Desktop Entry]\nType=Application\n" .. lines)
end

function M.setUp()
  world = forms.world()
  install("org.gnome.gedit", "Name=Text Editor\nExec=gedit --new %U\n")
end

local function runs() world.put("/proc/4711/stat", "4711 (gedit) S 1 1") end

local function opened(id, pid)
  return { kind = "window.opened", window = { id = id, pid = pid, title = "Untitled" } }
end

function M.test_ends_with_the_window_of_the_program()
  runs()
  world.happens = { opened(5, 9), opened(77, 4711) }
  local told = forms.done(world, "launch_app", { name = "text editor" })
  luaunit.assertEquals({ told.facts.window, told.effect, told.seen }, { 77, "seen", { 'window 77 "Untitled" came' } })
end

function M.test_a_running_instance_may_take_over()
  world.happens = { function()
    table.insert(world.windows, 1, { id = 78, pid = 200, title = "Untitled", app_class = "Gedit" })
    local focused = opened(78, 200)
    focused.kind = "window.focused" -- that of a new window may come first
    return focused
  end }
  local told = forms.done(world, "launch_app", { name = "Text Editor" })
  luaunit.assertEquals(told.seen, { "a running instance took over", 'window 78 "Untitled" came' })
end

-- Gives the program a window of an instance that runs already.
local function instance(class)
  table.insert(world.windows, 3, { id = 79, pid = 200, title = "Draft", app_class = class, on_screen = true })
end

function M.test_a_running_instance_may_open_no_window()
  instance "Gedit"
  world.happens = {}
  local told = forms.done(world, "launch_app", { name = "Text Editor" })
  luaunit.assertEquals({ told.facts.window, told.facts.pid, told.effect }, { 79, 200, "seen" })
  luaunit.assertEquals(told.seen, { "a running instance took over", 'window 79 "Draft" was there already' })
  luaunit.assertNil(told.undo)
end

function M.test_a_new_tab_changes_a_title()
  instance "gedit"
  local before = world.seconds
  local changed = { kind = "window.title_changed", window = { id = 79, pid = 200, title = "Untitled 2" } }
  world.happens = { changed }
  local told = forms.done(world, "launch_app", { name = "Text Editor" })
  luaunit.assertEquals(told.seen, { "a running instance took over", 'window 79 "Untitled 2" was there already' })
  luaunit.assertTrue(world.seconds - before < 1)
end

function M.test_another_program_of_the_same_name_has_not_taken_over()
  instance "Gnome-text-editor"
  world.happens = {}
  forms.fails(world, "EFFECT_NOT_SEEN", "launch_app", { name = "Text Editor" })
end

function M.test_a_program_may_run_without_a_window()
  runs()
  world.happens = {}
  local told = forms.done(world, "launch_app", { name = "Text Editor" })
  luaunit.assertEquals({ told.effect, told.seen[1] }, { "not_seen", "running, no window after 10 s" })
end

function M.test_a_program_that_ends_at_once_is_told()
  world.happens = {}
  local before = world.seconds
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "launch_app", { name = "Text Editor" }),
    "ended without a window")
  luaunit.assertTrue(world.seconds - before < 5)
end

function M.test_what_was_started_gets_a_scope_of_its_own()
  runs()
  world.happens = { opened(77, 4711) }
  forms.done(world, "launch_app", { name = "Text Editor" })
  luaunit.assertTrue(world.asked "scope org.gnome.gedit 4711")
end

function M.test_the_session_bus_starts_what_has_no_command()
  install("org.example.Notes", "Name=Notes\nDBusActivatable=true\n")
  runs()
  world.happens = { opened(77, 4711) }
  local told = forms.done(world, "launch_app", { name = "Notes" })
  luaunit.assertEquals({ told.facts.window, told.effect }, { 77, "seen" })
  luaunit.assertTrue(world.asked "activate org.example.Notes")
  luaunit.assertFalse(world.asked "launch ")
end

function M.test_a_command_comes_before_the_session_bus()
  install("org.gnome.gedit", "Name=Text Editor\nExec=gedit\nDBusActivatable=true\n")
  runs()
  world.happens = { opened(77, 4711) }
  forms.done(world, "launch_app", { name = "Text Editor" })
  luaunit.assertFalse(world.asked "activate")
end

function M.test_names_never_become_code()
  for _, name in ipairs { "$(reboot)", "-x", "%u", "x; y", "`id`", "../nosuch" } do
    forms.fails(world, "APP_NOT_FOUND", "launch_app", { name = name })
  end
  luaunit.assertFalse(world.asked "launch ")
end

return M
