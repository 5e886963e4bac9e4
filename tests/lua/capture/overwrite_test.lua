local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, replacing

local kPicture = "\x89PNG\r\n\x1a\nold"

function M.setUp()
  world = worlds.server { caller = "mcp" }
  replacing = require "capture.overwrite"
end

local function image(args)
  args.app_target = args.app_target or "screen:0"
  return world.call("image", args)
end

local function refused(args, ...)
  local result = calls.failed(world, args, "FILE_IO_ERROR", ...)
  luaunit.assertEquals(result.meta.error_details.reason, "exists")
  luaunit.assertFalse(world.asked "capture", "something was captured")
  return result
end

function M.test_a_loop_over_one_path_goes_on()
  for _ = 1, 3 do luaunit.assertNil(image({ path = "/out/a.png" }).is_error) end
  luaunit.assertEquals(world.files(), { "/out/a.png" })
  luaunit.assertEquals(world.nodes["/out/a.png"].mode, 384)
  luaunit.assertNil(image({ path = "/out//a.png" }).is_error)
end

function M.test_what_the_server_named_itself_is_its_own_too()
  local path = image({ path = "/out/" }).structured.saved_files[1].path
  luaunit.assertEquals(world.nodes[path].mode, 384)
  luaunit.assertNil(image({ path = path }).is_error)
end

function M.test_a_strangers_picture_stays()
  world.put("/out/a.png", kPicture)
  world.put("/out/a_2.png", kPicture)
  local result = refused({ app_target = "screen:0", path = "/out/a.png" }, "exists", "/out/a_3.png", "overwrite: true")
  luaunit.assertEquals(result.meta.error_details.free_path, "/out/a_3.png")
  luaunit.assertEquals(world.nodes["/out/a.png"].data, kPicture)
end

function M.test_so_do_empty_files_links_and_what_is_no_picture()
  world.put("/out/empty.png", "")
  world.put("/out/notes.png", "dear diary")
  world.nodes["/out/link.png"] = { type = "link", size = 0, modified = 0 }
  for _, name in ipairs { "empty", "notes", "link" } do
    refused({ app_target = "screen:0", path = ("/out/%s.png"):format(name) }, name .. "_2.png")
  end
  luaunit.assertEquals(world.nodes["/out/notes.png"].data, "dear diary")
end

function M.test_one_that_was_touched_since_stays()
  image { path = "/out/a.png" }
  world.requests = {}
  world.nodes["/out/a.png"].modified = world.now + 1
  refused({ app_target = "screen:0", path = "/out/a.png" }, "changed since")
end

function M.test_overwrite_replaces_pictures_and_keeps_their_mode()
  world.put("/out/a.png", kPicture)
  world.nodes["/out/a.png"].mode = 0x1A4
  world.put("/out/empty.png", "")
  world.put("/out/notes.png", "dear diary")
  luaunit.assertNil(image({ path = "/out/a.png", overwrite = true }).is_error)
  luaunit.assertEquals(world.nodes["/out/a.png"].mode, 0x1A4)
  luaunit.assertNil(image({ path = "/out/empty.png", overwrite = true }).is_error)
  local result = calls.failed(world, { app_target = "screen:0", path = "/out/notes.png", overwrite = true },
    "FILE_IO_ERROR", "is not an image")
  luaunit.assertEquals(result.meta.error_details.reason, "not an image")
end

function M.test_the_picture_in_the_answer_comes_all_the_same()
  world.put("/out/a.png", kPicture)
  local result = image { app_target = "Text Editor", format = "data", path = "/out/a.png" }
  luaunit.assertNil(result.is_error)
  luaunit.assertStrContains(result.content[1].text, "Captured 1 image: Text Editor")
  luaunit.assertStrContains(result.content[2].text, "Peekaboo Warning: '/out/a.png' exists")
  luaunit.assertStrContains(result.content[2].text, "/out/a_2.png")
  luaunit.assertEquals(result.structured.saved_files, {})
  luaunit.assertEquals(world.nodes["/out/a.png"].data, kPicture)
end

-- An application with one window takes the name as it is, one with several does not.
function M.test_applications_with_one_window_and_with_several()
  world.put("/out/a.png", kPicture)
  refused({ app_target = "Text Editor", path = "/out/a.png" }, "/out/a_2.png")
  luaunit.assertNil(image({ app_target = "Firefox", path = "/out/a.png" }).is_error)
  luaunit.assertEquals(world.nodes["/out/a.png"].data, kPicture)
end

function M.test_one_that_comes_while_the_picture_is_made_stays()
  function world.before_write(path)
    if path == "/out/a.png" then world.put(path, "mine") end
  end
  calls.failed(world, { app_target = "screen:0", path = "/out/a.png" }, "FILE_IO_ERROR", "exists", "/out/a_2.png")
  luaunit.assertEquals(world.nodes["/out/a.png"].data, "mine")
end

function M.test_no_folder_is_made_in_or_as_a_dot_folder()
  world.nodes["/home/ann/.ssh"] = { type = "directory", size = 0, modified = 0 }
  world.nodes["/home/ann/keys"] = { type = "directory", size = 0, modified = 0 }
  world.links = { ["/home/ann/keys/new"] = "/home/ann/.ssh/new" }
  for _, path in ipairs { "~/.new", "~/.new/a.png", "~/.ssh/new/", "~/.ssh/new/a.png", "~/keys/new/" } do
    local result = calls.failed(world, { app_target = "screen:0", path = path }, "FILE_IO_ERROR", "hidden folder")
    luaunit.assertEquals(result.meta.error_details.reason, "missing", path)
  end
  luaunit.assertFalse(world.asked "capture")
  luaunit.assertNil(image({ path = "~/.ssh/" }).is_error)
  luaunit.assertNil(image({ path = "~/shots/new" }).is_error)
end

function M.test_the_command_line_replaces_as_before()
  world.put("/out/a.png", kPicture)
  world.caller = nil
  luaunit.assertNil(image({ path = "/out/a.png" }).is_error)
  luaunit.assertNil(world.nodes["/out/a.png"].mode)
end

function M.test_only_so_many_are_remembered()
  world.put("/out/a.png", kPicture)
  local identity = require("own_files").look("/out/a.png").identity
  replacing.remember("/out/a.png", identity)
  for i = 1, 999 do replacing.remember(("/out/%d.png"):format(i), "x") end
  luaunit.assertEquals(replacing.check("/out/a.png"), identity)
  replacing.remember("/out/one more.png", "x")
  luaunit.assertNil((try(replacing.check, "/out/a.png")))
end

return M
