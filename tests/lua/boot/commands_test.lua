local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, commands

local function load(changes)
  world = worlds.fresh(changes)
  commands = require "boot.commands"
end

function M.setUp()
  load()
end

local function document(name, options)
  options.json_output = true
  local answer = commands[name](options)
  luaunit.assertEquals(select(2, answer.output:gsub("\n", "")), 1)
  return json.decode(answer.output), answer.status
end

local function failed(name, options, code, status, text)
  local found, exit = document(name, options)
  luaunit.assertEquals({ found.success, found.error.code, exit }, { false, code, status })
  luaunit.assertStrContains(found.error.message, text)
  local last = found.debug_logs[#found.debug_logs]
  for _, words in ipairs { "ERROR: ", text, code, "command=" .. name } do luaunit.assertStrContains(last, words) end
  options.json_output = false
  local human = commands[name](options)
  luaunit.assertEquals(human.status, status)
  luaunit.assertEquals(human.output, "")
  luaunit.assertStrMatches(human.error_output, "Error: .*\n")
  luaunit.assertStrContains(human.error_output, text)
  return found.error
end

function M.test_image_saves_where_one_stands()
  local answer = commands.image { app = "Text Editor" }
  local path = world.files()[1]
  luaunit.assertStrMatches(path, "/project/Text_Editor_window_0_[%d_]+%.png")
  luaunit.assertEquals(answer, { output = "Captured 1 image(s):\n  " .. path
    .. "\n    Text Editor \"notes.txt\" [10,20 300×200]\n", status = 0 })
end

function M.test_image_saves_to_the_default_place_if_that_is_absolute()
  for place, folder in pairs { ["rel"] = "/project/", ["./rel"] = "/project/", ["~ann/x"] = "/project/",
    ["~/shots"] = "/home/ann/shots/", ["/out"] = "/out/", ["/out/"] = "/out/" } do
    load { environment = { PEEKABOO_DEFAULT_SAVE_PATH = place } }
    luaunit.assertEquals(commands.image({ app = "Text Editor" }).status, 0)
    luaunit.assertStrContains(world.files()[1], folder .. "Text_Editor_window_0_", false, place)
    luaunit.assertEquals(#require("settings.report").problems(), folder == "/project/" and 1 or 0, place)
  end
  load { environment = { PEEKABOO_DEFAULT_SAVE_PATH = "/out" }, broken = { ["/out"] = "permission" } }
  local err = failed("image", { app = "Text Editor" }, "FILE_IO_ERROR", 17,
    "PEEKABOO_DEFAULT_SAVE_PATH names this place")
  luaunit.assertStrContains(err.hint, "set PEEKABOO_DEFAULT_SAVE_PATH")
end

function M.test_image_modes()
  for _, case in ipairs {
    { {}, "capture display 0" }, { { screen_index = 1 }, "capture display 1" },
    { { mode = "multi" }, "capture display 1" }, { { mode = "frontmost" }, "capture window 11" },
    { { app = "Firefox" }, "capture window 11" }, { { app = "Firefox", mode = "multi" }, "capture window 12" },
    { { app = "Firefox", window_index = "1" }, "capture window 12" },
    { { app = "Firefox", window_title = "news" }, "capture window 12" }, { { app = "PID:300" }, "capture window 30" },
  } do
    load()
    local answer = commands.image(case[1])
    luaunit.assertEquals(answer.status, 0, answer.output)
    luaunit.assertTrue(world.asked(case[2]), case[2])
  end
end

function M.test_senseless_combinations_capture_nothing()
  for _, options in ipairs {
    { app = "" }, { window_title = "x" }, { app = "x", window_title = "" }, { mode = "frontmost", app = "x" },
    { mode = "screen", app = "x" }, { screen_index = "0", app = "x" }, { app = "frontmost" }, { app = "screen:0" },
    { app = "x:WINDOW_INDEX:0" },
  } do
    load()
    luaunit.assertEquals(commands.image(options).status, 64)
    luaunit.assertEquals(world.files(), {})
  end
end

function M.test_image_as_json()
  local found, status = document("image", { app = "Firefox", mode = "multi", path = "a/shot.jpg" })
  luaunit.assertEquals({ found.success, status, #found.data.saved_files }, { true, 0, 2 })
  luaunit.assertStrMatches(found.data.saved_files[1].path, "/project/a/shot_Firefox_window_0_[%d_]+%.jpg")
  luaunit.assertEquals(found.data.saved_files[1].mime_type, "image/jpeg")
  luaunit.assertEquals(found.messages, {})
  luaunit.assertStrContains(found.debug_logs[1], "rule=name, taken=Firefox (PID 100))")
  luaunit.assertStrMatches(found.debug_logs[2], "captured  .*method=fake.*")
  luaunit.assertNil(found.data.analysis_text)
  luaunit.assertNil(found.data.model_used)
end

function M.test_image_files_that_fit()
  local found = document("image", { app = "Text Editor", region = "60,50,100x40", scale = "0.5", path = "/out/a.png" })
  local file = found.data.saved_files[1]
  luaunit.assertEquals({ file.width, file.height, file.origin, file.scale }, { 50, 20, { x = 60, y = 50 }, 0.5 })
  local text = commands.image({ app = "Text Editor", max_width = "150", path = "/out/a.png" }).output
  luaunit.assertStrContains(text, "/out/a.png\n    Text Editor \"notes.txt\" [10,20 300×200]\n"
    .. "    \"notes.txt\" is scaled down from 300×200 to 150×100 pixels "
    .. "(scale 0.5) to fit --max-width. Screen x = 10 + image x / 0.5,")
  -- The whole picture goes nowhere, so that there is none.
  luaunit.assertTrue(world.asked "early png" and world.asked "arrives at 0.5")
  load { density = 4, environment = { PEEKABOO_MAX_IMAGE_BYTES = "1000", PEEKABOO_MAX_IMAGE_DIMENSION = "9" } }
  commands.image { app = "Text Editor", path = "/out/b.png" }
  luaunit.assertEquals(#world.nodes["/out/b.png"].data, 300 * 200 * 4)
  commands.image { app = "Text Editor", path = "/out/b.png", max_bytes = "20000" }
  luaunit.assertTrue(#world.nodes["/out/b.png"].data <= 15000)
  luaunit.assertStrContains(world.nodes["/out/b.png"].data, "PNG")
  for _, region in ipairs { "60,50,100x40", "60,50 100x40", "100x40+60+50" } do
    found = document("image", { app = "Text Editor", region = region, path = "/out/c.png" })
    luaunit.assertEquals(found.data.saved_files[1].origin, { x = 60, y = 50 }, region)
  end
  luaunit.assertEquals(commands.image({ region = "-9,-9,40x40", path = "/out/d.png" }).status, 0)
end

function M.test_files_as_small_as_they_can_be()
  load { density = 3 }
  local found = document("image", { app = "Text Editor", path = "/out/x.png", max_bytes = "1" })
  luaunit.assertEquals(found.data.saved_files[1].width, 16)
  luaunit.assertStrContains(found.messages[1], "--max-bytes leaves it 1. Give a larger '--max-bytes' (0: no limit).")
end

function M.test_senseless_regions_and_scales()
  for _, region in ipairs { "", "1,2,3", "1,2,3x", "1,2,0x5", "1,2,5x-5", "0x5+1+2", "1.5,0,3x3", "9999999,0,5x5",
    "a,b,cxd", "1,2,99999999999999999999x5", "nan,0,5x5" } do
    failed("image", { region = region }, "INVALID_ARGUMENT", 64, "is not a region")
  end
  for _, scale in ipairs { "", "0", "-1", "1.01", "1e9", "nan", "inf", "half" } do
    failed("image", { scale = scale }, "INVALID_ARGUMENT", 64, "--scale takes a number")
  end
  for _, limit in ipairs { "-1", "1.5", "x", "1e400" } do
    failed("image", { max_width = limit }, "INVALID_ARGUMENT", 64, "--max-width takes a whole number")
  end
  luaunit.assertEquals(world.files(), {})
  world.density = 3
  failed("image", { region = "5000,0,9x9" }, "INVALID_ARGUMENT", 20, "outside every screen")
end

function M.test_image_with_a_question()
  load { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  local answer = commands.image { app = "Text Editor", question = "?", path = "/out/a.png" }
  luaunit.assertStrContains(answer.output,
    "  /out/a.png\n    Text Editor \"notes.txt\" [10,20 300×200]\n\nText found in the image")
  load()
  local found, status = document("image", { app = "Text Editor", question = "?", path = "/out/a.png" })
  luaunit.assertEquals({ found.success, found.error.code, status }, { false, "AI_PROVIDER_ERROR", 25 })
  luaunit.assertEquals(found.data.saved_files[1].path, "/out/a.png")
end

function M.test_debug_notes_and_warnings()
  world.failing.focus = world.fail("TIMEOUT", "nobody confirmed")
  local found = document("image", { app = "Text Editor", capture_focus = "foreground", format = "jpg",
    path = "/out/a.png" })
  luaunit.assertStrContains(table.concat(found.debug_logs, "\n"), "(21) was not brought to the front")
  luaunit.assertStrMatches(table.concat(found.messages), ".*the picture is JPG.*where it is: nobody confirmed.*")
end

function M.test_image_failures_and_their_statuses()
  failed("image", { app = "Nowhere" }, "APP_NOT_FOUND", 18, "'Nowhere'")
  failed("image", { screen_index = 9 }, "DISPLAY_NOT_FOUND", 10, "index 9")
  failed("image", { app = "Firefox", window_title = "zzz" }, "WINDOW_NOT_FOUND", 15, "zzz")
  failed("image", { mode = "window" }, "INVALID_ARGUMENT", 64, "--mode window needs --app")
  for _, index in ipairs { "abc", "-1", "1.5" } do
    failed("image", { app = "Firefox", window_index = index }, "INVALID_ARGUMENT", 64,
      "--window-index takes a whole number, not '" .. index .. "'")
  end
  failed("image", { app = "Firefox", window_index = 1, window_title = "x" }, "INVALID_ARGUMENT", 64, "exclude")
  local err = failed("image", { app = "cal", path = "/out" }, "APP_NOT_FOUND", 18, "cal")
  luaunit.assertStrContains(err.details, "Available applications: Firefox")
  world.broken = { ["/out"] = "no_space" }
  err = failed("image", { path = "/out/x.png", screen_index = 0 }, "FILE_IO_ERROR", 17, "no space left")
  luaunit.assertEquals(err.context.reason, "no_space")
end

function M.test_remedies_name_options_of_the_shell()
  local text = commands.image({ app = "downloads" }).error_output
  luaunit.assertStrContains(text, "use --app 'Firefox' --window-title 'downloads'.")
end

function M.test_lists_for_people()
  local apps = commands.list { what = "apps" }.output
  luaunit.assertStrContains(apps, "Running Applications (5):\n\nNAME         ID")
  luaunit.assertStrContains(apps, "\nFirefox      firefox")
  luaunit.assertNil(apps:find("\27", 1, true))
  luaunit.assertStrContains(commands.list({ what = "apps", colour = true }).output, "\27[32mFirefox")
  local windows = commands.list { what = "windows", app = "Firefox", include_details = "ids,bounds,off_screen" }.output
  luaunit.assertStrContains(windows, "Windows for Firefox (firefox) - PID: 100\nTotal Windows: 3\n")
  luaunit.assertStrMatches(windows, ".*\n2  Downloads +13  10,20 300×200  off screen\n")
  luaunit.assertStrContains(commands.list({ what = "screens" }).output, "screen:1  DP-2    1280×1024  1920,0")
  luaunit.assertStrContains(commands.list({ what = "server_status" }).output, "## Display Server")
end

function M.test_tables_fit_the_terminal()
  world.windows = { worlds.window(1, 200, ("漢字 long title "):rep(20)) }
  local text = commands.list({ what = "windows", app = "Text Editor", columns = 50 }).output
  local unicode = require "lib.unicode"
  for line in text:match("\n\n(.*)"):gmatch("[^\n]+") do luaunit.assertTrue(unicode.width(line) <= 50, line) end
  luaunit.assertStrContains(text, "…")
end

function M.test_lists_as_json()
  local found = document("list", { what = "apps" })
  luaunit.assertEquals(found.data.applications[1].app_name, "Firefox")
  found = document("list", { what = "windows", app = "Firefox", include_details = "ids" })
  luaunit.assertEquals(found.data.windows[1],
    { window_title = "Inbox: mail — Firefox", window_index = 0, window_id = 11 })
  luaunit.assertEquals(found.data.target_application_info.pid, 100)
  luaunit.assertEquals(#document("list", { what = "screens" }).data.screens, 2)
  luaunit.assertTrue(document("list", { what = "server_status" }).data.permissions.screen_recording)
end

function M.test_list_failures()
  failed("list", { what = "windows" }, "INVALID_ARGUMENT", 64, "needs --app")
  failed("list", { what = "windows", app = "Firefox", include_details = "size" }, "INVALID_ARGUMENT", 64, "'size'")
  failed("list", { what = "windows", app = "nope" }, "APP_NOT_FOUND", 18, "nope")
end

function M.test_analyze()
  load { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  world.put("/project/a.png", "\x89PNG\r\n\x1a\nx")
  local answer = commands.analyze { image_path = "a.png", question = "?" }
  luaunit.assertEquals(answer.status, 0)
  luaunit.assertStrContains(answer.output, "Hello world\nagain\n\nAnalyzed with ocr/eng in 0.00s.\n")
  luaunit.assertEquals(document("analyze", { image_path = "/project/a.png" }).data.model_used, "ocr/eng")
  failed("analyze", {}, "INVALID_ARGUMENT", 64, "needs the path")
  failed("analyze", { image_path = "b.png" }, "FILE_IO_ERROR", 17, "Failed to read image file")
  failed("analyze", { image_path = "a.gif" }, "INVALID_ARGUMENT", 20, ".gif")
  luaunit.assertEquals(world.tools, {})
end

function M.test_every_detail_has_its_own_column()
  for details, line in pairs {
    ids = "0  notes.txt  21", bounds = "0  notes.txt  10,20 300×200", off_screen = "0  notes.txt  on screen",
    ["bounds,ids"] = "0  notes.txt  21  10,20 300×200",
  } do
    local text = commands.list({ what = "windows", app = "Text Editor", include_details = details }).output
    luaunit.assertStrContains(text, "\n" .. line .. "\n")
  end
end

function M.test_a_fault_of_ours_is_coded()
  world.failing.apps = "script.lua:1: boom"
  failed("list", { what = "apps" }, "INTERNAL_ERROR", 70, "boom")
end

return M
