local luaunit = require "luaunit"
local place = require "lib.text_place"

local M = {}

local function word(text, line, x, y)
  return { text = text, line = line, bounds = { x = x, y = y, width = 10, height = 5 } }
end

local words = { word("Total", 1, 0, 0), word("Amount:", 1, 12, 1), word("1234", 1, 30, 0), word("Total", 2, 0, 20) }

function M.test_words_and_parts_of_them()
  luaunit.assertEquals(place.find(words, "total amount"),
    { text = "Total Amount:", bounds = { x = 0, y = 0, width = 22, height = 6 } })
  luaunit.assertEquals(place.find(words, "23").bounds, { x = 30, y = 0, width = 10, height = 5 })
  luaunit.assertEquals(place.find(words, "amount:  1234").text, "Amount: 1234")
end

function M.test_no_text_goes_over_lines()
  luaunit.assertNil(place.find(words, "1234 total"))
  luaunit.assertNil(place.find({}, "x"))
  luaunit.assertNil(place.find(words, "sum"))
end

return M
