local fakes = require "fakes.world"
local luaunit = require "luaunit"

local M = {}

function M.setUp()
  fakes.fresh()
end

function M.test_values()
  for text, value in pairs {
    ["5"] = 5, ["2.0"] = 2.0, ["true"] = true, ["{}"] = {}, ['"a\\n\\"b"'] = 'a\n"b', ["{1, 2}"] = { 1, 2 },
    ['{id = 5, title = "x", z = {1}}'] = { z = { 1 }, title = "x", id = 5 },
    ["{bounds = 3x4+1-2}"] = { bounds = { x = 1, y = -2, width = 3, height = 4 } },
    ["{[1] = 1, [3] = 3}"] = { 1, [3] = 3 }, ['{["a b"] = 1}'] = { ["a b"] = 1 },
  } do
    luaunit.assertEquals(inspect(value), text)
  end
  luaunit.assertEquals(inspect(nil), "nil")
end

function M.test_a_wide_table_has_a_line_for_each_field()
  local record = { id = 5, title = ("x"):rep(80), inner = { a = ("y"):rep(90), b = 1 } }
  luaunit.assertEquals(inspect(record),
    ('{\n  id = 5,\n  title = "%s",\n  inner = {\n    a = "%s",\n    b = 1,\n  },\n}')
      :format(("x"):rep(80), ("y"):rep(90)))
end

function M.test_everything_is_bounded()
  local inside = { name = "inside" }
  inside.itself = inside
  luaunit.assertEquals(inspect(inside), '{name = "inside", itself = {...}}')
  local deep = {}
  for _ = 1, 100 do deep = { deep } end
  luaunit.assertEquals(inspect(deep), "{{{{{...}}}}}")
  local wide = {}
  for i = 1, 100 do
    wide[i] = {}
    for j = 1, 100 do wide[i][j] = { i, j, { i, j } } end
  end
  luaunit.assertTrue(#inspect(wide) < 200000)
  local many = {}
  for i = 1, 100000 do many["k" .. i] = i end
  luaunit.assertTrue(#inspect(many) < 3000)
  luaunit.assertTrue(#inspect(("x"):rep(1000000)) < 11000)
end

function M.test_nothing_of_the_value_runs()
  local trap = setmetatable({ a = 1 }, { __index = error, __pairs = error, __len = error, __name = "trap" })
  luaunit.assertEquals(inspect(trap), "{a = 1}")
  luaunit.assertEquals(inspect { setmetatable({}, { __tostring = function() return "its\27own" end }) }, "{its own}")
end

function M.test_what_print_shows()
  local printed = require "lib.inspect".printed
  luaunit.assertEquals(printed "a\27b", "a\27b")
  luaunit.assertEquals(printed { 1 }, "{1}")
  local own = setmetatable({}, { __tostring = function() return "own" end })
  luaunit.assertIs(printed(own), own)
end

return M
