local luaunit = require "luaunit"
local rectangle = require "lib.rectangle"

local M = {}

local function at(x, y, width, height)
  return { x = x, y = y, width = width, height = height }
end

function M.test_what_two_share()
  luaunit.assertEquals(rectangle.common(at(-10, 0, 30, 40), at(0, 5, 100, 10)), at(0, 5, 20, 10))
  luaunit.assertNil(rectangle.common(at(0, 0, 10, 10), at(10, 0, 10, 10)))
  luaunit.assertNil(rectangle.common(at(0, 0, 10, 10), at(3, 3, 0, 5)))
end

function M.test_whose_middle_lies_within()
  luaunit.assertTrue(rectangle.has_middle(at(0, 0, 10, 10), at(4, 4, 10, 10)))
  luaunit.assertFalse(rectangle.has_middle(at(0, 0, 10, 10), at(5, 5, 10, 10)))
end

function M.test_what_holds_all()
  luaunit.assertEquals(rectangle.around { at(5, 6, 2, 2), at(-1, 7, 1, 3) }, at(-1, 6, 8, 4))
end

return M
