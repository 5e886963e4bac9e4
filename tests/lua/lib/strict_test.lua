local luaunit = require "luaunit"

local M = {}

function M.setUp()
  package.loaded["lib.strict"] = nil
  require("fakes.world").fresh()
end

local function run(text, globals)
  local environment = require("lib.strict").environment(globals or {})
  return pcall(assert(load(text, "@file.lua", "t", environment)))
end

local function message(text)
  local ok, found = run(text)
  luaunit.assertFalse(ok, text)
  return found
end

function M.test_reading()
  luaunit.assertStrContains(message "local x = 1\nreturn prnt(x)",
    "file.lua:2: there is no global 'prnt'; did you mean 'print'?")
  luaunit.assertStrContains(message "windows()", "there is no global 'windows'; did you mean 'window'?")
  luaunit.assertStrContains(message "window.list()", "write: local window = require \"window\"")
  luaunit.assertStrContains(message "setfenv(1, {})", "Lua 5.4 has _ENV")
  luaunit.assertStrContains(message "function helper() end helpr()", "did you mean 'helper'?")
  luaunit.assertEquals(message "return xyzzy_plugh", "file.lua:1: there is no global 'xyzzy_plugh'")
end

function M.test_setting()
  luaunit.assertEquals({ run "count = 1 function add() count = count + 1 end add() return count" }, { true, 2 })
  luaunit.assertEquals({ run "last = nil function keep() last = 5 end keep() return last" }, { true, 5 })
  luaunit.assertEquals({ run "last = nil return last" }, { true, nil })
  luaunit.assertEquals({ run("arg[1] = arg[1] .. 'x' return arg[1]", { arg = { "a" } }) }, { true, "ax" })
  luaunit.assertStrContains(message "function f() total = 1 end f()",
    "file.lua:1: sets the global 'total' inside of a function; is a 'local' missing?")
  luaunit.assertEquals({ run "rawset(_ENV, 'x', 1) return x, rawget(_ENV, 'y')" }, { true, 1, nil })
end

function M.test_files_do_not_see_each_others_globals()
  run "mine = 1"
  luaunit.assertFalse((run "return mine.x"))
  luaunit.assertNil(rawget(_G, "mine"))
end

return M
