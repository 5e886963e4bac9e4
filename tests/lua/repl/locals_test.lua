local locals = require "repl.locals"
local luaunit = require "luaunit"

local M = {}

function M.test_declarations_become_assignments()
  for text, expected in pairs {
    ["local x = 1"] = '_ENV["local x"] = 1',
    ["local x"] = '_ENV["local x"] = nil',
    ["local a, b = f()"] = '_ENV["local a"], _ENV["local b"] = f()',
    ["local c <close> = f()"] = '_ENV["local c <close>"] = f()',
    ["local a, c<const>, d"] = '_ENV["local a"], _ENV["local c <const>"], _ENV["local d"] = nil',
    ["x = 1 local y = x; local z = y"] = 'x = 1 _ENV["local y"] = x; _ENV["local z"] = y',
    ["local function f() local inner = 1 end"] = '_ENV["local f"] = nil function f() local inner = 1 end',
    ["local a --[[ one\n ]], b = 1, 2\nlocal c"] = '_ENV["local a"], _ENV["local b"]\n = 1, 2\n_ENV["local c"] = nil',
  } do
    luaunit.assertEquals(locals.rewrite(text), expected)
    luaunit.assertNotNil(load(locals.rewrite(text)), text)
  end
end

function M.test_what_is_inside_stays()
  for _, text in ipairs {
    "do local x = 1 end", "for i = 1, 2 do local x = i end", "while x do local y end",
    "if x then local y else local z end", "repeat local x = f() until x", "f(function() local x end)",
    "s = 'local x'", "-- local x", "t = { ['local'] = 1 }",
    "local _ENV = {} x = 1",
  } do
    luaunit.assertEquals(locals.rewrite(text), text)
  end
end

function M.test_keys_are_read_as_they_are_written()
  luaunit.assertEquals({ locals.declared(locals.key "x") }, { "x" })
  luaunit.assertEquals({ locals.declared(locals.key("x", "close")) }, { "x", "close" })
  for _, key in ipairs { "x", "local", "local 1", "local x y", 5 } do luaunit.assertNil(locals.declared(key)) end
end

return M
