local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, temporary_files

function M.setUp()
  world = worlds.fresh()
  temporary_files = require "capture.temporary_files"
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
  temporary_files.remove_old()
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
  temporary_files.remove_old()
  luaunit.assertEquals(left(), 200)
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-screen-others.png"])
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-screen-old.png"])
end

function M.test_large_ones_stay_in_smaller_numbers()
  captures(20, 100 * 1024 * 1024, require("time").now() - 100)
  temporary_files.remove_old()
  luaunit.assertEquals(left(), 5)
end

function M.test_it_is_looked_now_and_then()
  temporary_files.remove_old()
  captures(300, 10, require("time").now() - 1000)
  for _ = 2, 50 do temporary_files.remove_old() end
  luaunit.assertEquals(left(), 300)
  temporary_files.remove_old()
  luaunit.assertEquals(left(), 200)
end

function M.test_cleaning_survives_what_it_meets()
  world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-dir"] = { type = "directory", size = 0, modified = 0 }
  world.put("/tmp/peekaboo-captures-7/peekaboo-screen-a.png", "x", 0)
  require("fs").remove = function() error(world.fail("FILE_IO_ERROR", "no"), 0) end
  temporary_files.remove_old()
  luaunit.assertNotNil(world.nodes["/tmp/peekaboo-captures-7/peekaboo-screen-a.png"])
end

return M
