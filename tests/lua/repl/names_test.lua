local luaunit = require "luaunit"
local started = require "fakes.prompt"

local M = {}

function M.test_a_local_may_be_nil()
  local world = started()
  world.type "local p, err = try(error, 'no')"
  luaunit.assertEquals(world.type "not p, err", "true\nno\n")
  world.type "local only_declared"
  luaunit.assertEquals(world.type "only_declared", "nil\n")
  world.type "local window = nil" -- a module too
  luaunit.assertEquals(world.type "window == nil", "true\n")
  world.type "only_declared = 5"
  luaunit.assertEquals(world.type "only_declared", "5\n")
  luaunit.assertErrorMsgContains("there is no global 'never'", world.type, "never")
end

function M.test_locals_keep_their_attributes()
  local world = started()
  world.type "local fixed <const> = 7"
  luaunit.assertEquals(world.type "fixed", "7\n")
  luaunit.assertErrorMsgContains("const variable 'fixed'", world.type, "fixed = 8")
  world.type "local fixed = 9"
  world.type "fixed = 10"
  luaunit.assertEquals(world.type "fixed", "10\n")
  luaunit.assertErrorMsgContains("prompt:7: variable 'c' got a non-closable value", world.type, "local c <close> = 5")
  luaunit.assertErrorMsgContains("there is no global 'inner'", world.type, "do local inner = 1 end inner()")
end

function M.test_what_is_to_be_closed_closes_when_its_name_is_declared_again_or_at_the_end()
  local world = started()
  world.type "closed = '' function made(n) return setmetatable({}, {__close = function() closed = closed .. n end}) end"
  world.type "local a <close> = made 'a'"
  world.type "local b <close>, c = made 'b', 1"
  luaunit.assertEquals(world.type "closed", "\n")
  world.type "local a <close> = made 'A'"
  luaunit.assertEquals(world.type "closed", "a\n")
  world.type "local b = 1"
  luaunit.assertEquals(world.type "closed", "ab\n")
  world.type "local never <close> = nil"
  world.type "function failing() closed = closed .. 'd' error 'while closing' end"
  world.type "local d <close> = setmetatable({}, {__close = failing})"
  world.type "kept = setmetatable({}, {__index = function() return closed end})"
  luaunit.assertStrContains(world.repl.finish(), "while closing")
  luaunit.assertEquals(world.type "kept.x", "abdA\n")
  luaunit.assertEquals(world.repl.finish(), "")
end

return M
