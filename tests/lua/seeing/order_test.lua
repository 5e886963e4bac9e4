local luaunit = require "luaunit"
local order = require "seeing.order"

local M = {}

local function item(name, x, y, height)
  return { name = name, bounds = { x = x, y = y, width = 50, height = height or 20 } }
end

local function names(items)
  local list = {}
  for i, each in ipairs(order.by_reading(items)) do list[i] = each.name end
  return table.concat(list, " ")
end

function M.test_goes_by_rows_and_then_from_the_left()
  luaunit.assertEquals(names { item("d", 10, 40), item("c", 200, 3), item("a", 0, 6), item("b", 90, 0) }, "a b c d")
end

function M.test_a_tall_one_takes_only_its_first_line()
  luaunit.assertEquals(names { item("list", 0, 0, 400), item("search", 100, 5), item("next", 100, 40) },
    "list search next")
end

function M.test_equal_places_keep_their_order()
  luaunit.assertEquals(names { item("first", 0, 0), item("second", 0, 0), item("third", 0, 0) }, "first second third")
end

function M.test_what_has_no_place_comes_last()
  luaunit.assertEquals(names { { name = "menu" }, item("second", 0, 90), { name = "item" }, item("first", 0, 0) },
    "first second menu item")
end

-- Any hundred lists come out complete, the same whatever their order was.
function M.test_loses_and_adds_nothing()
  math.randomseed(11)
  for _ = 1, 100 do
    local items = {}
    for i = 1, math.random(0, 40) do
      items[i] = item(tostring(i), math.random(0, 30) * 20, math.random(0, 300), math.random(1, 200))
    end
    local seen = {}
    for _, each in ipairs(order.by_reading(items)) do seen[each] = (seen[each] or 0) + 1 end
    for _, each in ipairs(items) do luaunit.assertEquals(seen[each], 1) end
  end
end

return M
