local labels = require "seeing.labels"
local luaunit = require "luaunit"

local M = {}

local function item(role, name, x, y, width, more)
  local made = { role = role, name = name, purpose = role == "label" and "read" or "used", window = 1,
    bounds = { x = x, y = y, width = width, height = 24 } }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

-- Returns the labels that the items have then, "-" for none.
local function given(...)
  local items, told = { ... }, {}
  labels.give(items)
  for i, each in ipairs(items) do told[i] = each.label or "-" end
  return table.concat(told, " ")
end

function M.test_what_stands_on_the_left_in_the_same_row()
  luaunit.assertEquals(given(item("label", "Name:", 0, 0, 60), item("entry", "", 80, 2, 100),
    item("label", "Paper:", 0, 40, 60), item("combo box", "Square", 80, 38, 100, { value = "" }),
    item("label", "Total:", 0, 80, 60), item("spin button", "Sum", 80, 80, 100)), "- Name: - Paper: - -")
end

function M.test_what_stands_above_where_nothing_stands_on_the_left()
  luaunit.assertEquals(given(item("label", "Name", 10, 0, 60), item("entry", "", 10, 28, 200),
    item("label", "Far", 10, 100, 60), item("entry", "", 10, 160, 200)), "- Name - -")
end

function M.test_nothing_that_is_for_another_field()
  luaunit.assertEquals(given(item("label", "Name:", 0, 0, 60), item("entry", "", 80, 0, 100),
    item("entry", "", 190, 0, 100)), "- Name: -")
  luaunit.assertEquals(given(item("label", "Size:", 0, 0, 60), item("entry", "", 80, 0, 100),
    item("entry", "", 0, 28, 100)), "- - -")
  luaunit.assertEquals(given(item("label", "Size:", 0, 0, 60), item("entry", "Size:", 80, 0, 100),
    item("entry", "", 0, 28, 100)), "- - -")
end

function M.test_nothing_that_repeats_a_name()
  luaunit.assertEquals(given(item("label", "Paper ", 0, 0, 60), item("combo box", "Paper", 80, 0, 100)), "- -")
end

function M.test_a_letter_in_a_label_is_no_name()
  luaunit.assertEquals(given(item("label", "Size", 0, 0, 60), item("combo box", "S", 80, 0, 100)), "- Size")
end

-- As Firefox tells a page whose labels have their fields in them.
function M.test_a_text_around_a_field_is_for_no_other()
  luaunit.assertEquals(given(item("label", "Name Ada", 8, 0, 244), item("entry", "Name", 61, 0, 191),
    item("label", "Paper Portrait", 257, 0, 154), item("combo box", "Paper", 309, 0, 102)), "- - - -")
  luaunit.assertEquals(given(item("label", "Paper", 8, 0, 154), item("combo box", "", 60, 0, 102)), "- Paper")
end

function M.test_nothing_far_away_of_another_window_or_long()
  luaunit.assertEquals(given(item("label", "Name:", 0, 0, 60), item("entry", "", 400, 0, 100)), "- -")
  luaunit.assertEquals(given(item("label", "Name:", 0, 0, 60, { window = 2 }), item("entry", "", 80, 0, 100)), "- -")
  luaunit.assertEquals(given(item("label", ("long "):rep(20), 0, 0, 60), item("entry", "", 80, 0, 100)), "- -")
end

return M
