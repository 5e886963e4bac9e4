local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local function server(changes)
  world = worlds.server(changes)
  return world
end

function M.setUp()
  server()
end

local function texts_of(result)
  local texts = {}
  for _, item in ipairs(result.content) do
    if item.type == "text" then texts[#texts + 1] = item.text end
  end
  return texts
end

local function kinds_of(result)
  local kinds = {}
  for i, item in ipairs(result.content) do kinds[i] = item.type end
  return table.concat(kinds, " ")
end

local function failed(args, code, ...)
  local result = world.call("image", args)
  luaunit.assertTrue(result.is_error, "no error")
  luaunit.assertEquals(result.meta.backend_error_code, code)
  luaunit.assertStrContains(result.content[1].text, "Image capture failed: ")
  for _, part in ipairs { ... } do luaunit.assertStrContains(result.content[1].text, part) end
  luaunit.assertNil(result.structured)
  return result
end

function M.test_one_window_inline()
  local result = world.call("image", { app_target = "Text Editor" })
  luaunit.assertEquals(kinds_of(result), "text image")
  luaunit.assertEquals(result.content[1].text, "Captured 1 image")
  local image = result.content[2]
  luaunit.assertEquals({ image.mimeType, image.data.media_type }, { "image/png", "image/png" })
  luaunit.assertStrContains(image.data:bytes(), "window 21")
  luaunit.assertEquals(image.metadata, { item_label = "Text Editor", window_title = "notes.txt", window_id = 21 })
  luaunit.assertEquals(result.structured.saved_files, {})
  luaunit.assertIs(result.members, result.structured)
  luaunit.assertNil(result.is_error)
  luaunit.assertEquals(world.files(), {})
end

function M.test_all_windows_of_an_application_on_screen_only()
  local result = world.call("image", { app_target = "firefox", format = "jpg" })
  luaunit.assertEquals(kinds_of(result), "text image image")
  luaunit.assertEquals(result.content[1].text, "Captured 2 images")
  luaunit.assertEquals(result.content[2].mimeType, "image/jpeg")
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

function M.test_all_screens_go_to_readable_temporary_files()
  local result = world.call("image", {})
  local files = result.structured.saved_files
  luaunit.assertEquals(kinds_of(result), "text")
  luaunit.assertEquals(#files, 2)
  luaunit.assertStrMatches(files[1].path, "/tmp/peekaboo%-screen%-screen_1_%d+_%d+_250%.png")
  luaunit.assertEquals({ files[1].item_label, files[2].item_label }, { "Display 1", "Display 2" })
  luaunit.assertEquals(result.content[1].text,
    ("Captured 2 images\n2 images saved:\n1. %s (Display 1)\n2. %s (Display 2)"):format(files[1].path, files[2].path))
  luaunit.assertEquals(world.nodes[files[1].path].mode, 384)
end

function M.test_temporary_captures_older_than_a_day_go()
  world.put("/tmp/peekaboo-screen-old.png", "x", world.now - 90000)
  world.put("/tmp/peekaboo-screen-new.png", "x", world.now - 80000)
  world.put("/tmp/other-old.png", "x", 0)
  world.call("image", { app_target = "screen:0" })
  luaunit.assertNil(world.nodes["/tmp/peekaboo-screen-old.png"])
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-screen-new.png"])
  luaunit.assertNotNil(world.nodes["/tmp/other-old.png"])
end

function M.test_one_screen_to_a_path()
  local result = world.call("image", { app_target = "screen:1", path = "/out/new/dir/s.jpg" })
  luaunit.assertEquals(result.content[1].text, "Captured 1 image\nImage saved to: /out/new/dir/s.jpg")
  luaunit.assertEquals(result.structured.saved_files[1],
    { path = "/out/new/dir/s.jpg", item_label = "Display 2 (Index 1)", mime_type = "image/jpeg" })
  luaunit.assertEquals(world.nodes["/out/new/dir"].mode, 448)
end

function M.test_screen_and_data_becomes_a_file_a_note_and_a_link()
  local result = world.call("image", { app_target = "screen:0", format = "data" })
  luaunit.assertEquals(kinds_of(result), "text text resource_link")
  luaunit.assertStrContains(result.content[2].text, "saved as a PNG file")
  luaunit.assertEquals(result.content[3].uri, "file://" .. result.structured.saved_files[1].path)
end

function M.test_data_with_path_gives_both()
  local result = world.call("image", { app_target = "Text Editor", format = "data", path = "~/a.png" })
  luaunit.assertEquals(kinds_of(result), "text image")
  luaunit.assertEquals(result.content[2].metadata.source_path, "/home/ann/a.png")
  luaunit.assertEquals(result.structured.saved_files[1].window_index, 0)
  luaunit.assertEquals(result.structured.saved_files[1].window_id, 21)
end

function M.test_several_windows_into_one_path_get_names()
  local result = world.call("image", { app_target = "Firefox", path = "/out/shot.png" })
  local files = result.structured.saved_files
  luaunit.assertStrMatches(files[1].path, "/out/shot_Firefox_window_0_%d+_%d+_%d+%.png")
  luaunit.assertStrMatches(files[2].path, "/out/shot_Firefox_window_1_%d+_%d+_%d+%.png")
  luaunit.assertStrContains(result.content[1].text, "\n2 images saved:\n1. " .. files[1].path .. " (Firefox)")
end

function M.test_generated_names_never_overwrite()
  local first = world.call("image", { app_target = "Text Editor", path = "/out" }).structured.saved_files[1].path
  local second = world.call("image", { app_target = "Text Editor", path = "/out/" }).structured.saved_files[1].path
  luaunit.assertEquals(second, (first:gsub("%.png$", "_2.png")))
end

function M.test_a_title_cannot_move_the_file()
  world.windows[4].title = "../../etc/passwd"
  local result = world.call("image", { app_target = "Text Editor:WINDOW_TITLE:passwd", path = "/out" })
  luaunit.assertStrMatches(result.structured.saved_files[1].path, "/out/Text_Editor_etc_passwd_[%d_]+%.png")
end

function M.test_the_extension_follows_an_explicit_format()
  local result = world.call("image", { app_target = "Text Editor", format = "jpg", path = "/out/a.png" })
  luaunit.assertEquals(result.structured.saved_files[1].path, "/out/a.jpg")
  luaunit.assertStrContains(texts_of(result)[2], "Peekaboo Warning:")
end

function M.test_an_unknown_format_is_png_with_a_warning()
  local normalised = world.tools.image.normalise { format = "bmp" }
  luaunit.assertEquals(normalised.format, "png")
  local result = world.call("image", { app_target = "Text Editor", format = "bmp" })
  luaunit.assertEquals(texts_of(result)[2],
    "Invalid format 'bmp' was provided. Automatically using PNG format instead.")
end

function M.test_pictures_are_replaced_other_files_never()
  world.put("/out/a.png", "\x89PNG\r\n\x1a\nold")
  world.put("/out/empty.png", "")
  world.put("/out/notes.png", "dear diary")
  luaunit.assertNil(world.call("image", { app_target = "screen:0", path = "/out/a.png" }).is_error)
  luaunit.assertNil(world.call("image", { app_target = "screen:0", path = "/out/empty.png" }).is_error)
  failed({ app_target = "screen:0", path = "/out/notes.png" }, "FILE_IO_ERROR", "is not an image")
  luaunit.assertEquals(world.nodes["/out/notes.png"].data, "dear diary")
end

function M.test_save_failures_are_coded_with_the_reason()
  world.broken = { ["/out"] = "permission" }
  local result = failed({ app_target = "screen:0", path = "/out/x.png" }, "FILE_IO_ERROR",
    "Failed to write capture file to path: /out/x.png.", "Permission is denied")
  luaunit.assertEquals(result.meta.error_details.reason, "permission")
  world.broken = { ["/out/x.png"] = "no_space" }
  failed({ app_target = "screen:0", path = "/out/x.png" }, "FILE_IO_ERROR", "no space left")
end

function M.test_inline_pictures_survive_a_failed_file()
  world.broken = { ["/out"] = "permission" }
  local result = world.call("image", { app_target = "Text Editor", format = "data", path = "/out/x.png" })
  luaunit.assertEquals(kinds_of(result), "text text image")
  luaunit.assertStrContains(result.content[2].text, "Peekaboo Warning: Failed to write capture file")
  luaunit.assertEquals(result.structured.saved_files, {})
  luaunit.assertNil(result.is_error)
end

function M.test_what_lies_at_the_path_decides()
  world.nodes["/out/looks.png"] = { type = "directory", size = 0, modified = 0 }
  world.put("/out/plain", "\x89PNG\r\n\x1a\nold")
  local files = world.call("image", { app_target = "screen:0", path = "/out/looks.png" }).structured.saved_files
  luaunit.assertStrMatches(files[1].path, "/out/looks%.png/screen_1_[%d_]+%.png")
  luaunit.assertEquals(world.call("image", { app_target = "screen:0", path = "/out/plain", format = "jpg" })
    .structured.saved_files[1].path, "/out/plain")
end

function M.test_relative_paths_are_refused_before_anything_is_captured()
  failed({ path = "shots/a.png" }, "INVALID_ARGUMENT", "not absolute")
  luaunit.assertFalse(world.asked "capture")
end

function M.test_the_default_save_path()
  world.environment.PEEKABOO_DEFAULT_SAVE_PATH = "~/shots"
  local result = world.call("image", { app_target = "Text Editor" })
  luaunit.assertEquals(kinds_of(result), "text image")
  luaunit.assertStrMatches(result.structured.saved_files[1].path, "/home/ann/shots/Text_Editor_window_0_.*%.png")
  result = world.call("image", { app_target = "screen:0" })
  luaunit.assertStrMatches(result.structured.saved_files[1].path, "/home/ann/shots/screen_1_.*%.png")
  world.environment.PEEKABOO_DEFAULT_SAVE_PATH = "relative"
  luaunit.assertEquals(world.call("image", { app_target = "Text Editor" }).structured.saved_files, {})
end

function M.test_unset_arguments()
  local json = require "fakes.json"
  local result = world.call("image", { app_target = "Text Editor", path = "null", question = "", format = json.null,
    capture_focus = "" })
  luaunit.assertEquals(kinds_of(result), "text image")
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

function M.test_a_refused_focus_is_noted_and_the_target_captured()
  world.failing.focus = world.fail("TIMEOUT", "nobody confirmed")
  local result = world.call("image", { app_target = "Firefox:WINDOW_INDEX:1", capture_focus = "foreground" })
  luaunit.assertNil(result.is_error)
  luaunit.assertTrue(world.asked "capture window 12")
  luaunit.assertStrContains(table.concat(world.logs, "\n"), "Could not raise window 12")
end

function M.test_errors_of_targets()
  failed({ app_target = "screen:7" }, "DISPLAY_NOT_FOUND", "0 (HDMI-1, 1920×1080), 1 (DP-2, 1280×1024)")
  failed({ app_target = "screen:abc" }, "INVALID_ARGUMENT", "'abc'", "Available screens: 0 (HDMI-1")
  failed({ app_target = "Nowhere" }, "APP_NOT_FOUND", "'Nowhere'", "Available applications: Firefox")
  failed({ app_target = "PID:x" }, "APP_NOT_FOUND", "Invalid PID format")
  failed({ app_target = "Firefox:WINDOW_TITLE:zzz" }, "WINDOW_NOT_FOUND", '"News — Firefox"')
  failed({ app_target = "Firefox:WINDOW_INDEX:9" }, "WINDOW_NOT_FOUND", "Invalid window index: 9.")
  failed({ app_target = "Hidden" }, "WINDOW_NOT_FOUND", "no capturable windows")
  failed({ app_target = "A:WINDOW_FOO:1" }, "INVALID_ARGUMENT", "WINDOW_TITLE and WINDOW_INDEX")
  world.windows[1].active = false
  failed({ app_target = "frontmost" }, "WINDOW_NOT_FOUND", "No window has the focus")
  world.displays = {}
  failed({}, "DISPLAY_NOT_FOUND", "no screen")
  world.failing.displays = world.fail("DISPLAY_UNAVAILABLE", "cannot open :7", nil, "start a server")
  failed({}, "DISPLAY_UNAVAILABLE", "cannot open :7", "start a server")
end

function M.test_one_lost_window_does_not_spoil_the_others()
  world.failing["capture window 11"] = world.fail("WINDOW_NOT_FOUND", "window 11 is gone")
  local result = world.call("image", { app_target = "Firefox" })
  luaunit.assertEquals(kinds_of(result), "text image text")
  luaunit.assertEquals(result.content[1].text, "Captured 1 image")
  luaunit.assertEquals(result.content[3].text,
    "Capture Messages: Inbox: mail — Firefox was not captured: window 11 is gone")
  world.failing["capture window 12"] = world.fail("CAPTURE_FAILED", "no pixels")
  failed({ app_target = "Firefox" }, "WINDOW_NOT_FOUND", "window 11 is gone")
end

function M.test_the_deadline_is_absolute()
  world.environment.PEEKABOO_CLI_TIMEOUT = "1500"
  world.capture_seconds = 1
  failed({ app_target = "Firefox" }, "TIMEOUT", "The capture did not end within 1.5 s.", "window 12")
  luaunit.assertTrue(world.asked "timeout 1.5")
end

function M.test_a_question_is_answered_and_nothing_is_kept()
  server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  local result = world.call("image", { app_target = "Text Editor", question = "What is written?" })
  luaunit.assertEquals(kinds_of(result), "text text")
  luaunit.assertEquals(result.content[1].text, "Captured 1 image\nAnalysis succeeded.")
  luaunit.assertStrContains(result.content[2].text, "Analysis Result: Text found in the image")
  luaunit.assertStrContains(result.structured.analysis_text, "Hello world\nagain")
  luaunit.assertEquals(result.structured.model_used, "ocr/eng")
  luaunit.assertEquals(result.structured.saved_files, {})
  luaunit.assertEquals(world.files(), {})
  luaunit.assertFalse(world.asked "encode")
end

function M.test_several_pictures_are_answered_in_order()
  server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  world.windows[3].title = ""
  local result = world.call("image", { app_target = "Firefox", question = "?", path = "/out/" })
  local text = result.structured.analysis_text
  luaunit.assertStrContains(text, 'Analysis for "Inbox: mail — Firefox":\nText found')
  luaunit.assertStrContains(text, "\n\nAnalysis for Firefox (Window 2):\nText found")
  luaunit.assertEquals(#result.structured.saved_files, 2)
  luaunit.assertStrContains(result.content[1].text, "2 images saved:")
end

function M.test_one_failed_answer_of_several()
  server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  world.failing["read window 11"] = world.fail("INTERNAL_ERROR", "the helper crashed")
  local result = world.call("image", { app_target = "Firefox", question = "?" })
  luaunit.assertNil(result.is_error)
  luaunit.assertStrContains(result.structured.analysis_text, "Analysis failed: the helper crashed")
  world.failing["read window 12"] = world.failing["read window 11"]
  result = world.call("image", { app_target = "Firefox", question = "?" })
  luaunit.assertTrue(result.is_error)
  luaunit.assertStrContains(result.meta.analysis_error, "the helper crashed")
  luaunit.assertStrContains(result.structured.analysis_text,
    "Analysis failed: All configured AI providers failed or are unavailable")
  luaunit.assertStrContains(result.content[1].text, "Captured 2 images\nAnalysis failed/skipped.")
end

function M.test_analysis_that_is_not_configured_or_not_operational()
  local result = world.call("image", { app_target = "screen:0", question = "?", path = "/out/s.png" })
  luaunit.assertTrue(result.is_error)
  luaunit.assertEquals(result.structured.analysis_text, "Analysis skipped: AI analysis not configured on this server "
    .. "(PEEKABOO_AI_PROVIDERS is not set or empty).")
  luaunit.assertEquals(result.structured.saved_files[1].path, "/out/s.png")
  server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" }, ocr = { false, "no helper", "install it" } }
  result = world.call("image", { app_target = "screen:0", question = "?" })
  luaunit.assertStrContains(result.structured.analysis_text, "no helper install it")
  luaunit.assertEquals(result.meta.backend_error_code, "AI_PROVIDER_ERROR")
end

return M
