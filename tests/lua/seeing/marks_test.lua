local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function fresh()
  worlds.fresh {}
  return require "seeing.marks"
end

local function element(id) return { element = { id = id }, name = id } end

local function word(text, x) return { name = text, bounds = { x = x, y = 0, width = 9, height = 9 } } end

function M.test_the_same_element_keeps_its_mark()
  local marks = fresh()
  local first, second, again = element "a", element "b", element "a"
  for _, item in ipairs { first, second, again } do marks.give(item) end
  luaunit.assertEquals({ first.mark, second.mark, again.mark }, { 1, 2, 1 })
  luaunit.assertIs(marks.find(1), again)
end

function M.test_words_go_by_text_and_place()
  local marks = fresh()
  local items = { word("Save", 1), word("Save", 2), word("Save", 1) }
  for _, item in ipairs(items) do marks.give(item) end
  luaunit.assertEquals({ items[1].mark, items[2].mark, items[3].mark }, { 1, 2, 1 })
end

function M.test_reads_marks_as_they_are_written()
  local marks = fresh()
  for text, number in pairs { m41 = 41, M7 = 7, [" m3 "] = 3 } do
    luaunit.assertEquals(marks.number(text), number)
  end
  for _, text in ipairs { "", "m", "41", " 7 ", "Save", "m4.5", "m-1", "m99999999999999999999" } do
    luaunit.assertNil(marks.number(text))
  end
end

function M.test_forgets_the_oldest()
  local marks = fresh()
  marks.most = 10
  for i = 1, 25 do marks.give(element("e" .. i)) end
  luaunit.assertEquals(marks.find(25).name, "e25")
  luaunit.assertEquals(marks.find(16).name, "e16")
  local ok, err = pcall(marks.find, 15)
  luaunit.assertFalse(ok)
  luaunit.assertEquals(err.code, "ELEMENT_NOT_FOUND")
  local again = element "e3"
  marks.give(again)
  luaunit.assertEquals(again.mark, 26)
end

return M
