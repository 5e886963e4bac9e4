local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server()
end

function M.test_all_screens_go_to_readable_temporary_files()
  local result = world.call("image", {})
  local files = result.structured.saved_files
  luaunit.assertEquals(calls.kinds(result), "text")
  luaunit.assertEquals(#files, 2)
  luaunit.assertStrMatches(files[1].path, "/tmp/peekaboo%-captures%-7/peekaboo%-screen%-screen_1_%d+_%d+_250%.png")
  luaunit.assertEquals({ files[1].item_label, files[2].item_label }, { "Display 1 (screen:0)", "Display 2 (screen:1)" })
  luaunit.assertEquals(result.content[1].text,
    ("Captured 2 images:\n1. Display 1 (screen:0) [0,0 1920×1080]\n"
      .. "2. Display 2 (screen:1) [1920,0 1280×1024]\n"
      .. "2 images saved:\n1. %s (Display 1 (screen:0))\n2. %s (Display 2 (screen:1))")
      :format(files[1].path, files[2].path) .. calls.from_screen)
  luaunit.assertEquals(world.nodes[files[1].path].mode, 384)
end

function M.test_temporary_captures_older_than_a_day_go()
  world.put("/tmp/peekaboo-captures-7/peekaboo-screen-old.png", "x", world.now - 90000)
  world.put("/tmp/peekaboo-captures-7/peekaboo-screen-new.png", "x", world.now - 80000)
  world.put("/tmp/other-old.png", "x", 0)
  world.call("image", { app_target = "screen:0" })
  luaunit.assertNil(world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-old.png"])
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-new.png"])
  luaunit.assertNotNil(world.nodes["/tmp/other-old.png"])
end

function M.test_one_screen_to_a_path()
  local result = world.call("image", { app_target = "screen:1", path = "/out/new/dir/s.jpg" })
  luaunit.assertEquals(result.content[1].text, "Captured 1 image: Display 2 (screen:1) [1920,0 1280×1024]\n"
    .. "Image saved to: /out/new/dir/s.jpg" .. calls.from_screen)
  luaunit.assertEquals(result.structured.saved_files[1],
    { path = "/out/new/dir/s.jpg", item_label = "Display 2 (screen:1)", mime_type = "image/jpeg",
      width = 1280, height = 1024, origin = { x = 1920, y = 0 }, scale = 1 })
  luaunit.assertEquals(world.nodes["/out/new/dir"].mode, 448)
end

-- What JPEG cannot hold is a PNG under its own name.
function M.test_a_picture_too_large_for_jpeg()
  world.displays[1].bounds = { x = 0, y = 0, width = 70000, height = 10 }
  for _, case in ipairs {
    { { path = "/out/s.jpg" }, "/out/s%.png" }, { { path = "/out/t.png", format = "jpg" }, "/out/t%.png" },
    { { path = "/out/", format = "jpg" }, "/out/screen_1_[%d_]+%.png" },
    { { format = "jpg", max_width = 100 }, "/tmp/peekaboo%-captures%-7/peekaboo%-screen%-screen_1_[%d_]+%.png" },
  } do
    local args, pattern = case[1], case[2]
    args.app_target = "screen:0"
    local result = world.call("image", args)
    luaunit.assertNil(result.is_error)
    local file = result.structured.saved_files[1]
    luaunit.assertStrMatches(file.path, pattern)
    luaunit.assertEquals({ file.mime_type, file.width }, { "image/png", 70000 })
    luaunit.assertEquals(world.nodes[file.path].data:sub(1, 4), "\x89PNG")
    luaunit.assertStrContains(table.concat(calls.texts(result), "\n"),
      "Peekaboo Warning: the picture of 70000×10 pixels is a PNG, because JPEG ends at 65500 pixels a side.")
  end
  world.put("/out/s.png", "mine")
  local result = world.call("image", { app_target = "screen:0", path = "/out/s.jpg" })
  luaunit.assertEquals(result.structured.saved_files[1].path, "/out/s_2.png")
  local both = world.call("image", { path = "/out/new/both.jpg" }).structured.saved_files
  luaunit.assertEquals({ both[1].mime_type, both[2].mime_type }, { "image/png", "image/jpeg" })
end

function M.test_screen_and_data_becomes_a_file_a_note_and_a_link()
  local result = world.call("image", { app_target = "screen:0", format = "data" })
  luaunit.assertEquals(calls.kinds(result), "text text resource_link")
  luaunit.assertStrContains(result.content[2].text, "saved as a PNG file")
  luaunit.assertEquals(result.content[3].uri, "file://" .. result.structured.saved_files[1].path)
end

function M.test_data_with_path_gives_both()
  local result = world.call("image", { app_target = "Text Editor", format = "data", path = "~/a.png" })
  luaunit.assertEquals(calls.kinds(result), "text image")
  luaunit.assertEquals(result.content[2].metadata.source_path, "/home/ann/a.png")
  luaunit.assertEquals(result.structured.saved_files[1].window_index, 0)
  luaunit.assertEquals(result.structured.saved_files[1].window_id, 21)
end

function M.test_several_windows_into_one_path_get_names()
  local result = world.call("image", { app_target = "Firefox", path = "/out/shot.png" })
  local files = result.structured.saved_files
  luaunit.assertStrMatches(files[1].path, "/out/shot_Firefox_window_0_%d+_%d+_%d+%.png")
  luaunit.assertStrMatches(files[2].path, "/out/shot_Firefox_window_1_%d+_%d+_%d+%.png")
  luaunit.assertStrContains(result.content[1].text,
    "\n2 images saved:\n1. " .. files[1].path .. " (Inbox: mail — Firefox)")
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
  luaunit.assertStrContains(calls.texts(result)[2], "Peekaboo Warning:")
end

function M.test_pictures_are_replaced_other_files_never()
  world.put("/out/a.png", "\x89PNG\r\n\x1a\nold")
  world.put("/out/empty.png", "")
  world.put("/out/notes.png", "dear diary")
  luaunit.assertNil(world.call("image", { app_target = "screen:0", path = "/out/a.png" }).is_error)
  luaunit.assertNil(world.call("image", { app_target = "screen:0", path = "/out/empty.png" }).is_error)
  calls.failed(world, { app_target = "screen:0", path = "/out/notes.png" }, "FILE_IO_ERROR", "is not an image")
  luaunit.assertEquals(world.nodes["/out/notes.png"].data, "dear diary")
end

function M.test_save_failures_are_coded_with_the_reason()
  world.broken = { ["/out"] = "permission" }
  local result = calls.failed(world, { app_target = "screen:0", path = "/out/x.png" }, "FILE_IO_ERROR",
    "Failed to write capture file to path: /out/x.png.", "Permission is denied")
  luaunit.assertEquals(result.meta.error_details.reason, "permission")
  world.broken = { ["/out/x.png"] = "no_space" }
  calls.failed(world, { app_target = "screen:0", path = "/out/x.png" }, "FILE_IO_ERROR", "no space left")
end

function M.test_inline_pictures_survive_a_failed_file()
  world.broken = { ["/out"] = "permission" }
  local result = world.call("image", { app_target = "Text Editor", format = "data", path = "/out/x.png" })
  luaunit.assertEquals(calls.kinds(result), "text text image")
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
  calls.failed(world, { path = "shots/a.png" }, "INVALID_ARGUMENT", "not absolute")
  luaunit.assertFalse(world.asked "capture")
end

function M.test_the_default_save_path()
  world.environment.PEEKABOO_DEFAULT_SAVE_PATH = "~/shots"
  local result = world.call("image", { app_target = "Text Editor" })
  luaunit.assertEquals(calls.kinds(result), "text image")
  luaunit.assertStrMatches(result.structured.saved_files[1].path, "/home/ann/shots/Text_Editor_window_0_.*%.png")
  result = world.call("image", { app_target = "screen:0" })
  luaunit.assertStrMatches(result.structured.saved_files[1].path, "/home/ann/shots/screen_1_.*%.png")
  world.environment.PEEKABOO_DEFAULT_SAVE_PATH = "relative"
  luaunit.assertEquals(world.call("image", { app_target = "Text Editor" }).structured.saved_files, {})
end

function M.test_a_default_place_that_cannot_be_written_is_named()
  world.environment.PEEKABOO_DEFAULT_SAVE_PATH = "/out"
  world.broken = { ["/out"] = "permission" }
  calls.failed(world, { app_target = "screen:0" }, "FILE_IO_ERROR", "PEEKABOO_DEFAULT_SAVE_PATH names this place")
  local result = world.call("image", { app_target = "Text Editor" })
  luaunit.assertStrContains(result.content[2].text, "PEEKABOO_DEFAULT_SAVE_PATH names this place")
end

return M
