local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local tasks

function M.setUp()
  worlds.fresh()
  tasks = require "time_tasks"
end

local function refused(call, ...)
  local fine, err = pcall(tasks[call], ...)
  luaunit.assertFalse(fine)
  luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  return err.message
end

function M.test_a_call_without_a_function_is_refused_at_once()
  for _, f in ipairs { false, "print", {} } do
    luaunit.assertStrContains(refused("at", "23:59", f), "function")
    luaunit.assertStrContains(refused("after", 1, f), "function")
  end
  refused("at", "23:59")
  refused("after", 1)
end

function M.test_the_time_is_checked_first()
  luaunit.assertStrContains(refused("at", "2359"), "time of day")
  luaunit.assertStrContains(refused("after", -1), "0 or more")
end

function M.test_a_function_runs_with_its_arguments()
  local given
  require("time").reach = function(when) given = { when } end
  tasks.at("23:59", function(...) table.insert(given, ...) end, "x")
  luaunit.assertEquals(given, { "23:59", "x" })
  tasks.after(1, function(...) given = { ... } end, "y")
  luaunit.assertEquals(given, { "y" })
end

return M
