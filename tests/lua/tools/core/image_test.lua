local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server()
end

function M.test_one_window_inline()
  local result = world.call("image", { app_target = "Text Editor" })
  luaunit.assertEquals(calls.kinds(result), "text image")
  luaunit.assertEquals(result.content[1].text,
    'Captured 1 image: Text Editor "notes.txt" [10,20 300×200]' .. calls.from_screen)
  local image = result.content[2]
  luaunit.assertEquals({ image.mimeType, image.data.media_type }, { "image/png", "image/png" })
  luaunit.assertStrContains(image.data:bytes(), "window 21")
  luaunit.assertEquals(image.metadata, { item_label = "notes.txt", app_name = "Text Editor",
    window_title = "notes.txt", window_id = 21,
    width = 300, height = 200, origin = { x = 10, y = 20 }, scale = 1 })
  luaunit.assertEquals(result.structured.saved_files, {})
  luaunit.assertNil(result.is_error)
  luaunit.assertEquals(world.files(), {})
end

function M.test_a_place_that_is_not_known_is_not_made_up()
  for _, each in ipairs(world.windows) do each.bounds, each.frame = nil, nil end
  world.picture_note = "it is not known where the window lies; its origin is 0,0"
  local result = world.call("image", { app_target = "Text Editor" })
  luaunit.assertStrContains(result.content[1].text, 'Text Editor "notes.txt"')
  luaunit.assertNotStrContains(result.content[1].text, "[")
  luaunit.assertStrContains(table.concat(calls.texts(result)), "It is not known where the window lies")
end

function M.test_all_windows_of_an_application_on_screen_only()
  local result = world.call("image", { app_target = "firefox", format = "jpg" })
  luaunit.assertEquals(calls.kinds(result), "text text image image")
  luaunit.assertEquals(result.content[1].text, "Captured 2 images:\n"
    .. '1. Firefox "Inbox: mail — Firefox" [10,20 300×200]\n2. Firefox "News — Firefox" [10,20 300×200]'
    .. calls.from_screen)
  local titles = {}
  for _, row in ipairs(result.structured.images) do titles[#titles + 1] = row.window_title end
  for i, title in ipairs(titles) do
    luaunit.assertStrContains(result.content[2].text, ('Picture %d: "%s" (Firefox). Screen x = '):format(i, title))
  end
  luaunit.assertEquals(#titles, 2)
  luaunit.assertEquals(result.content[3].mimeType, "image/jpeg")
  luaunit.assertFalse(world.asked "capture window 13")
  luaunit.assertFalse(world.asked "focus")
  luaunit.assertEquals(#world.progress, 2)
end

function M.test_several_processes_of_one_name_front_to_back()
  world.call("image", { app_target = "xterm" })
  local captures = {}
  for _, request in ipairs(world.requests) do
    if request:match("^capture") then captures[#captures + 1] = request end
  end
  luaunit.assertEquals(captures, { "capture window 31", "capture window 30" })
  world.requests = {}
  world.call("image", { app_target = "xterm:WINDOW_INDEX:1" })
  luaunit.assertTrue(world.asked "capture window 30")
end

function M.test_pid_title_and_index()
  for target, id in pairs {
    ["PID:301"] = 31, ["Firefox:WINDOW_TITLE:news"] = 12, ["Firefox:WINDOW_TITLE:Inbox: mail"] = 11,
    ["PID:100:WINDOW_INDEX:1"] = 12, ["Firefox:WINDOW_INDEX:2"] = 13, frontmost = 11,
  } do
    world.requests = {}
    local result = world.call("image", { app_target = target })
    luaunit.assertEquals(#result.content, 2, target)
    luaunit.assertTrue(world.asked("capture window " .. id), target)
  end
end

function M.test_an_unknown_format_is_png_with_a_warning()
  local normalised = world.tools.image.normalise { format = "bmp" }
  luaunit.assertEquals(normalised.format, "png")
  local result = world.call("image", { app_target = "Text Editor", format = "bmp" })
  luaunit.assertEquals(calls.texts(result)[2],
    "Invalid format 'bmp' was provided. Automatically using PNG format instead.")
end

function M.test_unset_arguments()
  local json = require "fakes.json"
  local result = world.call("image", { app_target = "Text Editor", path = "null", question = "", format = json.null,
    capture_focus = "" })
  luaunit.assertEquals(calls.kinds(result), "text image")
end

function M.test_focus()
  world.call("image", { app_target = "Text Editor", capture_focus = "foreground" })
  luaunit.assertTrue(world.asked "focus 21")
  world.requests = {}
  world.call("image", { app_target = "Firefox", capture_focus = "auto" })
  luaunit.assertFalse(world.asked "focus")
  world.call("image", { app_target = "Hidden", capture_focus = "auto" })
  luaunit.assertTrue(world.asked "focus 41")
  luaunit.assertTrue(world.asked "capture window 41")
end

function M.test_a_refused_focus_is_warned_of_and_the_target_captured()
  world.failing.focus = world.fail("TIMEOUT", "nobody confirmed")
  local result = world.call("image", { app_target = "Firefox:WINDOW_INDEX:1", capture_focus = "foreground" })
  luaunit.assertNil(result.is_error)
  luaunit.assertTrue(world.asked "capture window 12")
  luaunit.assertStrContains(table.concat(world.logs, "\n"), "(12) was not brought to the front")
  luaunit.assertEquals(calls.kinds(result), "text text image")
  luaunit.assertStrContains(result.content[2].text, "captured where it is: nobody confirmed")
end

function M.test_errors_of_targets()
  calls.failed(world, { app_target = "screen:7" }, "DISPLAY_NOT_FOUND",
    "0 (HDMI-1, 1920×1080), 1 (DP-2, 1280×1024 at 1920,0)")
  calls.failed(world, { app_target = "screen:abc" }, "INVALID_ARGUMENT", "'abc'", "Available screens: 0 (HDMI-1")
  calls.failed(world, { app_target = "Nowhere" }, "APP_NOT_FOUND", "'Nowhere'", "Available applications: Firefox")
  calls.failed(world, { app_target = "PID:x" }, "APP_NOT_FOUND", "Invalid PID format")
  calls.failed(world, { app_target = "Firefox:WINDOW_TITLE:zzz" }, "WINDOW_NOT_FOUND", '"News — Firefox"')
  calls.failed(world, { app_target = "Firefox:WINDOW_INDEX:9" }, "WINDOW_NOT_FOUND", "Invalid window index: 9.")
  calls.failed(world, { app_target = "Hidden" }, "WINDOW_NOT_FOUND", "no capturable windows")
  calls.failed(world, { app_target = "A:WINDOW_FOO:1" }, "INVALID_ARGUMENT", "WINDOW_TITLE, WINDOW_INDEX")
  world.windows[1].active = false
  calls.failed(world, { app_target = "frontmost" }, "WINDOW_NOT_FOUND", "no window has the focus")
  world.displays = {}
  calls.failed(world, {}, "DISPLAY_NOT_FOUND", "no screen")
  world.failing.displays = world.fail("DISPLAY_UNAVAILABLE", "cannot open :7", nil, "start a server")
  calls.failed(world, {}, "DISPLAY_UNAVAILABLE", "cannot open :7", "start a server")
end

function M.test_one_lost_window_does_not_spoil_the_others()
  world.failing["capture window 11"] = world.fail("WINDOW_NOT_FOUND", "window 11 is gone")
  local result = world.call("image", { app_target = "Firefox" })
  luaunit.assertEquals(calls.kinds(result), "text image text")
  luaunit.assertEquals(result.content[1].text, 'Captured 1 image: Firefox "News — Firefox" [10,20 300×200]'
    .. calls.from_screen)
  luaunit.assertEquals(result.content[3].text,
    'Capture Messages: Inbox: mail — Firefox was not captured: window "Inbox: mail — Firefox" (11) is gone')
  world.failing["capture window 12"] = world.fail("CAPTURE_FAILED", "no pixels")
  calls.failed(world, { app_target = "Firefox" }, "WINDOW_NOT_FOUND", 'window "Inbox: mail — Firefox" (11) is gone')
end

function M.test_the_deadline_is_absolute()
  world.environment.PEEKABOO_CLI_TIMEOUT = "1500"
  world.capture_seconds = 1
  calls.failed(world, { app_target = "Firefox" }, "TIMEOUT", "capture did not end within 1.5 s",
    'window "News — Firefox" (12)')
  luaunit.assertTrue(world.asked "timeout 2.7")
end

-- What leaves as it is never lies in memory whole; what is looked at again does.
function M.test_a_plain_file_is_encoded_while_it_arrives()
  world.call("image", { app_target = "screen:0", path = "/out/a.png" })
  luaunit.assertTrue(world.asked "early png")
  local others = {
    { path = "/out/a.jpg" }, { question = "what?" }, { question = "what?", scale = 0.5 },
    { app_target = "Text Editor", format = "data", max_bytes = 5000 },
  }
  for _, arguments in ipairs(others) do
    world.requests = {}
    world.call("image", arguments)
    luaunit.assertTrue(world.asked "capture")
    luaunit.assertFalse(world.asked "early")
  end
  world.requests = {}
  world.call("image", { app_target = "Text Editor", format = "data", max_bytes = 0, max_width = 0 })
  luaunit.assertTrue(world.asked "early png")
end

return M
