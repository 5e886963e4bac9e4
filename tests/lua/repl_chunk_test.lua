local chunk = require "repl_chunk"
local luaunit = require "luaunit"

local M = {}

function M.test_what_needs_more_lines()
  for _, text in ipairs {
    "for i = 1, 3 do", "if x then\n", "f(", "{", "x =", "1 +", "x = [[ text", "--[[ comment", "function f()", "a.",
    "for", "repeat\nx()\n", "return {\n1,", "local function f()\n  return 1",
  } do
    luaunit.assertTrue(chunk.incomplete(text), text)
  end
end

function M.test_what_does_not()
  for _, text in ipairs {
    "", "1", "x = 1", "return", "return 1", "f()", "-- comment", "x x", "end", "'open", "f)", "goto nowhere",
    "for i = 1, 3 do end", "x = [[ text ]]", "return return",
  } do
    luaunit.assertFalse(chunk.incomplete(text .. "\n"), text)
  end
end

local function results(text, environment)
  return table.pack(assert(chunk.compile(text, environment or {}, 1))())
end

function M.test_expressions_give_their_values()
  luaunit.assertEquals(results "1 + 1", { n = 1, 2 })
  luaunit.assertEquals(results "return 1, nil", { n = 2, 1, nil })
  luaunit.assertEquals(results "1, 2 -- and a comment", { n = 2, 1, 2 })
  luaunit.assertEquals(results "-- only a comment\n", { n = 0 })
  luaunit.assertEquals(results "x = 1", { n = 0 })
  luaunit.assertEquals(results "'--'\n", { n = 1, "--" })
end

function M.test_locals_at_the_start_stay()
  local environment = {}
  results("local a, b = 1, 2", environment)
  results("  local function f() return a + b end", environment)
  luaunit.assertEquals(results("f()", environment), { n = 1, 3 })
  results("local only_declared", environment)
  results("do local inner = 1 end", environment)
  luaunit.assertNil(environment.inner)
  results("local fixed <const> = 1", environment)
  luaunit.assertNil(environment.fixed)
end

function M.test_lines_are_those_of_the_session()
  local _, message = chunk.compile("x x", {}, 7)
  luaunit.assertStrContains(message, "prompt:7:")
  local run = chunk.compile("\nerror 'no'", { error = error }, 3)
  luaunit.assertErrorMsgContains("prompt:4: no", run)
  luaunit.assertErrorMsgContains("prompt:9: ", chunk.compile("f().x\n", { f = function() return 1 end }, 9))
end

return M
