local luaunit = require "luaunit"
local modules = require "fakes.modules"
local worlds = require "fakes.world"

local M = {}
local world, file, picture

function M.setUp()
  world = worlds.fresh()
  file = require "image_save"
  picture = modules.screen(world).capture("display", { id = 0, timeout = 1 })
  world.requests = {}
end

local function failure(...)
  local _, err = try(file.save, picture, ...)
  return err and { err.code, err.message } or nil
end

function M.test_the_extension_decides()
  for path, kind in pairs { ["/out/a.png"] = "png", ["/out/b.jpg"] = "jpg", ["/out/c.JPEG"] = "jpg",
    ["/out/d.webp"] = "webp", ["/out/e.bmp"] = "bmp" } do
    world.requests = {}
    luaunit.assertEquals(file.save(picture, path), path)
    luaunit.assertTrue(world.asked("encode " .. kind), path)
    luaunit.assertNotNil(world.nodes[path])
  end
end

function M.test_home_and_the_working_directory()
  luaunit.assertEquals(file.save(picture, "~/a.png"), require("fs").home() .. "/a.png")
  luaunit.assertEquals(file.save(picture, "./a.png"), require("fs").current_directory() .. "/a.png")
end

function M.test_what_leads_back_is_left_out()
  luaunit.assertEquals(file.save(picture, "/out/../tmp/a.png"), "/tmp/a.png")
  luaunit.assertNotNil(world.nodes["/tmp/a.png"])
end

function M.test_a_folder_gets_a_name_of_its_own()
  local first = file.save(picture, "/out/shots/", { format = "jpg" })
  luaunit.assertStrMatches(first, "/out/shots/image_%d+_%d+_%d+%.jpg")
  local second = file.save(picture, "/out/shots", { format = "jpg" })
  luaunit.assertNotEquals(first, second)
  luaunit.assertNotNil(world.nodes[second])
end

function M.test_pictures_are_replaced_unless_they_are_to_stay()
  file.save(picture, "/out/a.png")
  file.save(picture, "/out/a.png")
  luaunit.assertEquals(failure("/out/a.png", { overwrite = false }),
    { "FILE_IO_ERROR", "Failed to write capture file to path: /out/a.png. There is one already." })
  file.save(picture, "/out/b.png", { overwrite = false })
  world.put("/out/c.png", "text")
  luaunit.assertEquals(failure("/out/c.png")[1], "FILE_IO_ERROR")
end

function M.test_nothing_is_encoded_for_a_senseless_call()
  for _, case in ipairs {
    { nil }, { "" }, { "/out/a.png", { format = "jpg" } }, { "/out/a.png", { overwritten = true } },
    { "/out/a.png", 5 }, { "/out/a.png", { overwrite = "no" } }, { "/out/a\0.png" },
  } do
    local err = failure(case[1], case[2])
    luaunit.assertEquals(err and err[1], "INVALID_ARGUMENT")
  end
  for _, case in ipairs { { "/out/a.gif" }, { "/out/a.txt" }, { "/out/a.png", { format = "gif" } } } do
    local err = failure(case[1], case[2])
    luaunit.assertEquals(err and err[1], "UNSUPPORTED_FORMAT")
  end
  luaunit.assertFalse(world.asked "encode")
end

return M
