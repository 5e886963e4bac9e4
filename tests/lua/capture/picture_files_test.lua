local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, picture_files

function M.setUp()
  world = worlds.fresh()
  picture_files = require "capture.picture_files"
end

local function blob()
  return world.blob("\x89PNG\r\n\x1a\nnew", "image/png")
end

function M.test_the_path_is_the_one_that_is_written()
  world.links = { ["/out/link"] = "/home/ann/deep/shots" }
  for path, expected in pairs {
    ["/out/../tmp/a.png"] = "/tmp/a.png", ["/out/./a.png"] = "/out/a.png", ["/out/.."] = "/",
    ["/out/../tmp/"] = "/tmp/",
    ["/out/link/../a.png"] = "/home/ann/deep/a.png", ["/out/link/a.png"] = "/out/link/a.png",
    ["../a.png"] = "/a.png", ["~/../a.png"] = "/home/a.png", ["/out/..a.png"] = "/out/..a.png",
  } do
    luaunit.assertEquals(picture_files.resolve(path, "/project"), expected, path)
  end
end

function M.test_private_files_and_public_ones()
  picture_files.store(blob(), { path = "/out/a.png", generated = true }, true)
  picture_files.store(blob(), { path = "/out/b.png", generated = false }, false)
  luaunit.assertEquals(world.nodes["/out/a.png"].mode, 0x180)
  luaunit.assertNil(world.nodes["/out/b.png"].mode)
end

function M.test_names_that_are_taken_get_a_number()
  for _, expected in ipairs { "/out/a.png", "/out/a_2.png", "/out/a_3.png" } do
    luaunit.assertEquals(picture_files.store(blob(), { path = "/out/a.png", generated = true }), expected)
  end
end

function M.test_what_is_no_image_stays()
  world.put("/out/a.png", "text")
  world.nodes["/out/pipe.png"] = { type = "other", size = 0, modified = 0 }
  for _, path in ipairs { "/out/a.png", "/out/pipe.png" } do
    local _, err = try(picture_files.store, blob(), { path = path, generated = false })
    luaunit.assertEquals({ err.code, err.details.reason }, { "FILE_IO_ERROR", "not an image" })
  end
end

function M.test_every_reason_has_its_words()
  for reason, words in pairs { permission = "Permission is denied", missing = "does not exist",
      no_folder = "is a file, not a directory", no_space = "no space left",
      too_long = "too long", other = "/out/a.png: other" } do
    world.broken = { ["/out/a.png"] = reason }
    local _, err = try(picture_files.store, blob(), { path = "/out/a.png", generated = false })
    luaunit.assertEquals(err.details.reason, reason)
    luaunit.assertStrContains(err.message, "Failed to write capture file to path: /out/a.png. ")
    luaunit.assertStrContains(err.message, words)
  end
end

function M.test_parents_that_cannot_be_made()
  world.broken = { ["/home"] = "permission" }
  local _, err = try(picture_files.store, blob(), { path = "/home/new/a.png", generated = false })
  luaunit.assertStrContains(err.message, "/home/new/a.png. Permission is denied")
end

function M.test_other_failures_rise_unchanged()
  local fs = require "fs"
  fs.write = function() error(world.fail("CANCELLED", "cancelled"), 0) end
  local _, err = try(picture_files.store, blob(), { path = "/out/a.png", generated = true })
  luaunit.assertEquals(err.code, "CANCELLED")
end

return M
