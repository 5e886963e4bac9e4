local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function painted(after)
  return { kind = "screen.painted", areas = {}, at = world.seconds + after }
end

local function window(what, id, title, after)
  return { kind = "window." .. what, window = { id = id, pid = 100, title = title }, at = world.seconds + after }
end

-- Returns what was seen of an act on the form, and the seconds that it took.
local function seen(tool, args, events)
  world.happens = events
  local before = world.seconds
  return forms.done(world, tool, args).seen, world.seconds - before
end

function M.test_a_window_may_follow_pixels_a_little_later()
  local lines = seen("press_key", { key = "ctrl+s" }, { painted(0.05), window("opened", 14, "Save As", 0.25),
    window("focused", 14, "Save As", 0.35) })
  luaunit.assertEquals(lines, { 'window 14 "Save As" opened', 'window 14 "Save As" has the focus', "pixels" })
end

function M.test_a_dialog_may_close_a_little_later()
  luaunit.assertEquals(seen("click", { on = "Save" }, { painted(0.05), window("closed", 11, "Inbox", 0.25) }),
    { 'window 11 "Inbox" closed', "pixels" })
end

-- The program of the form works until the desktop's time has come to that.
local function works_until(seconds)
  world.put("/proc/100/stat", "100 (firefox) R 1 1")
  local read = package.loaded.fs.read
  package.loaded.fs.read = function(path, options)
    if world.seconds >= seconds then world.put("/proc/100/stat", "100 (firefox) S 1 1") end
    return read(path, options)
  end
end

function M.test_a_program_that_works_is_awaited()
  works_until(world.seconds + 0.75)
  local lines = seen("press_key", { key = "ctrl+n" }, { painted(0.05), window("opened", 14, "New", 0.7) })
  luaunit.assertEquals(lines[1], 'window 14 "New" opened')
end

function M.test_but_not_for_longer_than_verify()
  works_until(world.seconds + 5)
  local _, took = seen("press_key", { key = "ctrl+n", verify = 0.5 }, { painted(0.05) })
  luaunit.assertAlmostEquals(took, 0.5, 0.01)
end

function M.test_mere_pixels_cost_a_little_more_where_a_window_may_open()
  local _, typed = seen("type_text", { text = "x" }, { painted(0) })
  local _, clicked = seen("click", { on = "Save" }, { painted(0) })
  luaunit.assertAlmostEquals(typed, 0.12, 0.01)
  luaunit.assertAlmostEquals(clicked, typed + 0.14, 0.03)
end

function M.test_what_blinks_does_not_prolong_it()
  local blinks = {}
  for i = 0, 20 do blinks[i + 1] = painted(0.2 * i) end
  local _, took = seen("click", { on = "Save" }, blinks)
  luaunit.assertTrue(took < 0.3, took)
end

function M.test_the_focus_of_its_own_window_is_not_the_end()
  local lines = seen("press_key", { key = "ctrl+s", app_target = "Firefox" }, { window("focused", 11, "Inbox", 0),
    window("opened", 14, "Save As", 0.25) })
  luaunit.assertEquals(lines[2], 'window 14 "Save As" opened')
end

-- Has the compositor not tell what is painted, as KWin and GNOME Shell.
local function unpainted()
  world.unpainted = require("errors").make("UNSUPPORTED", "compositor does not report what is painted")
end

function M.test_windows_are_watched_where_pixels_cannot_be()
  unpainted()
  local lines = seen("press_key", { key = "ctrl+s" }, { window("opened", 14, "Save As", 0.05) })
  luaunit.assertEquals(lines, { 'window 14 "Save As" opened' })
  world.happens = {}
  local result = forms.done(world, "press_key", { key = "ctrl+s" })
  luaunit.assertEquals(result.effect, "unknown")
  luaunit.assertEquals(result.seen, { "pixels cannot be watched: compositor does not report what is painted" })
end

function M.test_the_focus_of_its_own_window_is_no_effect_where_pixels_cannot_be_watched()
  unpainted()
  world.happens = { window("focused", 11, "Inbox", 0) }
  local result = forms.done(world, "press_key", { key = "ctrl+s", app_target = "Firefox" })
  luaunit.assertEquals(result.effect, "unknown")
  luaunit.assertStrContains(result.seen[2], "pixels cannot be watched")
end

function M.test_an_element_is_watched_where_pixels_cannot_be()
  unpainted()
  local field = world.elements[100][5]
  local read, from = package.loaded.ui.read, world.seconds
  package.loaded.ui.read = function(element)
    if world.seconds >= from + 0.3 then field.value = "Ada L" end
    return read(element)
  end
  local lines, took = seen("type_text", { on = "text", text = "L\t" }, {})
  luaunit.assertEquals(lines, { 'value "Ada L", before "Ada"' })
  luaunit.assertAlmostEquals(took, 0.3 + 0.12, 0.04)
end

-- The compositor's list of windows may tell no places.
function M.test_what_is_painted_in_a_window_without_a_place_is_unknown()
  for _, each in ipairs(world.windows) do each.bounds, each.frame = nil, nil end
  world.happens = {}
  local result = forms.done(world, "press_key", { key = "ctrl+a", app_target = "Firefox" })
  luaunit.assertEquals(result.effect, "unknown")
  world.happens = { window("opened", 14, "Find", 0) }
  luaunit.assertEquals(forms.done(world, "press_key", { key = "ctrl+f", app_target = "Firefox" }).effect, "seen")
end

return M
