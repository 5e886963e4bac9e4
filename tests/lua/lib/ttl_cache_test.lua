local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, remembered, shelf

function M.setUp()
  world = worlds.server {}
  remembered = require "lib.ttl_cache"
  shelf = remembered.new()
end

function M.test_the_last_ones_are_known()
  for i = 0, remembered.most do shelf.put("id" .. i, i) end
  luaunit.assertNil(shelf.get "id0")
  luaunit.assertEquals(shelf.get "id1", 1)
  luaunit.assertEquals(shelf.get("id" .. remembered.most), remembered.most)
end

function M.test_for_a_while()
  shelf.put("first", 1)
  world.seconds = world.seconds + remembered.seconds
  shelf.put("second", 2)
  luaunit.assertEquals(shelf.get "first", 1)
  world.seconds = world.seconds + 1
  luaunit.assertNil(shelf.get "first")
  luaunit.assertEquals(shelf.get "second", 2)
end

function M.test_a_newer_one_with_the_same_id_stays_when_the_older_one_goes()
  shelf.put("id", "old")
  world.seconds = world.seconds + 1
  shelf.put("id", "new")
  world.seconds = world.seconds + remembered.seconds
  luaunit.assertEquals(shelf.get "id", "new")
end

function M.test_each_session_has_its_own()
  shelf.put("id", "one's", 1)
  luaunit.assertEquals(shelf.get("id", 1), "one's")
  luaunit.assertNil(shelf.get("id", 2))
  luaunit.assertNil(shelf.get "id")
  for i = 1, 2 * remembered.most do shelf.put("more" .. i, i, 2) end
  luaunit.assertEquals(shelf.get("id", 1), "one's")
end

function M.test_without_a_session_the_id_is_enough()
  shelf.put("id", "nobody's")
  luaunit.assertEquals(shelf.get "id", "nobody's")
  luaunit.assertEquals(shelf.get("id", 1), "nobody's")
end

function M.test_it_goes_with_the_session()
  local weak = setmetatable({ {} }, { __mode = "v" })
  shelf.put("id", weak[1], 1)
  world.ended = { [1] = true }
  shelf.put("other", 1, 2)
  collectgarbage()
  luaunit.assertNil(weak[1])
end

return M
