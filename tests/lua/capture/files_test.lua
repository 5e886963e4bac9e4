local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, save

function M.setUp()
  world = worlds.fresh()
  save = require "capture.files"
end

local function blob()
  return world.blob("\x89PNG\r\n\x1a\nnew", "image/png")
end

function M.test_private_files_and_public_ones()
  save.store(blob(), { path = "/out/a.png", generated = true }, true)
  save.store(blob(), { path = "/out/b.png", generated = false }, false)
  luaunit.assertEquals(world.nodes["/out/a.png"].mode, 0x180)
  luaunit.assertNil(world.nodes["/out/b.png"].mode)
end

function M.test_names_that_are_taken_get_a_number()
  for _, expected in ipairs { "/out/a.png", "/out/a_2.png", "/out/a_3.png" } do
    luaunit.assertEquals(save.store(blob(), { path = "/out/a.png", generated = true }), expected)
  end
end

function M.test_what_is_no_image_stays()
  world.put("/out/a.png", "text")
  world.nodes["/out/pipe.png"] = { type = "other", size = 0, modified = 0 }
  for _, path in ipairs { "/out/a.png", "/out/pipe.png" } do
    local _, err = try(save.store, blob(), { path = path, generated = false })
    luaunit.assertEquals({ err.code, err.details.reason }, { "FILE_IO_ERROR", "not an image" })
  end
end

function M.test_every_reason_has_its_words()
  for reason, words in pairs { permission = "Permission is denied", missing = "does not exist",
      no_folder = "is a file, not a directory", no_space = "no space left",
      too_long = "too long", other = "/out/a.png: other" } do
    world.broken = { ["/out/a.png"] = reason }
    local _, err = try(save.store, blob(), { path = "/out/a.png", generated = false })
    luaunit.assertEquals(err.details.reason, reason)
    luaunit.assertStrContains(err.message, "Failed to write capture file to path: /out/a.png. ")
    luaunit.assertStrContains(err.message, words)
  end
end

function M.test_parents_that_cannot_be_made()
  world.broken = { ["/home"] = "permission" }
  local _, err = try(save.store, blob(), { path = "/home/new/a.png", generated = false })
  luaunit.assertStrContains(err.message, "/home/new/a.png. Permission is denied")
end

function M.test_other_failures_rise_unchanged()
  local fs = require "fs"
  fs.write = function() error(world.fail("CANCELLED", "cancelled"), 0) end
  local _, err = try(save.store, blob(), { path = "/out/a.png", generated = true })
  luaunit.assertEquals(err.code, "CANCELLED")
end

local function captures(count, size, modified)
  for i = 1, count do
    local path = ("/tmp/peekaboo-captures-7/peekaboo-screen-%04d.png"):format(i)
    world.put(path, "x", modified + i)
    world.nodes[path].size = size
  end
end

local function left()
  local count = 0
  for path in pairs(world.nodes) do
    if path:find("/tmp/peekaboo-captures-7/peekaboo-screen-", 1, true) then count = count + 1 end
  end
  return count
end

function M.test_the_last_captures_stay_for_a_day()
  local now = require("time").now()
  captures(300, 10, now - 1000)
  world.put("/tmp/other.png", "x", 0)
  save.remove_old_captures()
  luaunit.assertEquals(left(), 200)
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-0300.png"])
  luaunit.assertNil(world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-0100.png"])
  luaunit.assertNotNil(world.nodes["/tmp/other.png"])
end

function M.test_what_others_left_in_the_temporary_directory_is_not_looked_at()
  local now = require("time").now()
  captures(200, 10, now - 1000)
  world.put("/tmp/peekaboo-screen-others.png", "x", now)
  world.put("/tmp/peekaboo-screen-old.png", "x", 0)
  save.remove_old_captures()
  luaunit.assertEquals(left(), 200)
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-screen-others.png"])
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-screen-old.png"])
end

function M.test_large_ones_stay_in_smaller_numbers()
  captures(20, 100 * 1024 * 1024, require("time").now() - 100)
  save.remove_old_captures()
  luaunit.assertEquals(left(), 5)
end

function M.test_it_is_looked_now_and_then()
  save.remove_old_captures()
  captures(300, 10, require("time").now() - 1000)
  for _ = 2, 50 do save.remove_old_captures() end
  luaunit.assertEquals(left(), 300)
  save.remove_old_captures()
  luaunit.assertEquals(left(), 200)
end

function M.test_cleaning_survives_what_it_meets()
  world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-dir"] = { type = "directory", size = 0, modified = 0 }
  world.put("/tmp/peekaboo-captures-7/peekaboo-screen-a.png", "x", 0)
  require("fs").remove = function() error(world.fail("FILE_IO_ERROR", "no"), 0) end
  save.remove_old_captures()
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-a.png"])
end

return M
