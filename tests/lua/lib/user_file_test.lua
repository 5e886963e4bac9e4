local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, user_file

function M.setUp()
  world = worlds.fresh()
  user_file = require "lib.user_file"
  world.put("/auto/own.lua", "return 1")
end

function M.test_a_file_is_changed_when_its_text_is_another_one()
  local reading = { texts = {} }
  user_file.compile("/auto/own.lua", reading)
  luaunit.assertFalse(user_file.is_changed(reading.texts))
  world.put("/auto/own.lua", "return 2")
  luaunit.assertTrue(user_file.is_changed(reading.texts))
end

function M.test_one_that_comes_and_one_that_goes()
  luaunit.assertTrue(user_file.is_changed { ["/auto/own.lua"] = false })
  luaunit.assertFalse(user_file.is_changed { ["/auto/none.lua"] = false })
  luaunit.assertTrue(user_file.is_changed { ["/auto/none.lua"] = "return 1" })
end

-- Somebody may look while it is read: then it is neither there nor gone.
function M.test_one_that_is_only_just_being_read_is_waited_for()
  local task, fs = require "task", require "fs"
  local read, texts = fs.read, {}
  local looked
  fs.read = function(path, options)
    if not looked then
      looked = coroutine.create(user_file.is_changed)
      luaunit.assertTrue(coroutine.resume(looked, texts))
    end
    return read(path, options)
  end
  task.sleep = coroutine.yield
  user_file.compile("/auto/own.lua", { texts = texts })
  luaunit.assertEquals(coroutine.status(looked), "suspended")
  local _, changed = coroutine.resume(looked)
  luaunit.assertFalse(changed)
end

return M
