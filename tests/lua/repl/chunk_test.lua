local chunk = require "repl.chunk"
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

function M.test_locals_are_declared_in_the_environment()
  local declared = {}
  results("local a, b <const> = 1, 2 local function f() end", setmetatable({}, {
    __newindex = function(_, key, value) declared[key] = value end,
  }))
  luaunit.assertEquals(declared["local a"], 1)
  luaunit.assertEquals(declared["local b <const>"], 2)
  luaunit.assertEquals(type(declared.f), "function")
end

function M.test_lines_are_those_of_the_session()
  local _, message = chunk.compile("x x", {}, 7)
  luaunit.assertStrContains(message, "prompt:7:")
  local run = chunk.compile("\nerror 'no'", { error = error }, 3)
  luaunit.assertErrorMsgContains("prompt:4: no", run)
  run = chunk.compile("local a,\n  b = 1\nerror 'here'", { error = error }, 1)
  luaunit.assertErrorMsgContains("prompt:3: here", run)
  luaunit.assertErrorMsgContains("prompt:9: ", chunk.compile("f().x\n", { f = function() return 1 end }, 9))
end

return M
