local luaunit = require "luaunit"
local unicode = require "lib.unicode"

local M = {}

function M.test_lower()
  luaunit.assertEquals(unicode.lower("ABC xyz"), "abc xyz")
  luaunit.assertEquals(unicode.lower("ÄÖÜ ÑÇ ĀĹŽŸ"), "äöü ñç āĺžŸ")
  luaunit.assertEquals(unicode.lower("ПОЧТА Ёлка ΩΣ"), "почта ёлка ωσ")
  luaunit.assertEquals(unicode.lower("Άδειασμα ΈΉΊΌΎΏ SİL"), "άδειασμα έήίόύώ sil")
  luaunit.assertEquals(unicode.lower("ŁŃŐŘŠŻ ӐӢԀ ẀẤ Ǎ"), "łńőřšż ӑӣԁ ẁấ ǎ")
  luaunit.assertEquals(unicode.lower("×÷ß 漢字 😀"), "×÷ß 漢字 😀")
  luaunit.assertEquals(unicode.lower("A\xFFB"), "a\xFFb")
end

function M.test_cut_never_halves_a_character()
  for limit = 0, 12 do
    local cut = unicode.cut("aé漢😀z", limit)
    luaunit.assertTrue(#cut <= limit)
    luaunit.assertNotNil(utf8.len(cut), cut)
  end
  luaunit.assertEquals(unicode.cut("aé漢", 3), "aé")
  luaunit.assertEquals(unicode.cut("short", 100), "short")
end

function M.test_first_counts_characters()
  luaunit.assertEquals(unicode.first("aé漢😀z", 3), "aé漢")
  luaunit.assertEquals(unicode.first("ab", 20), "ab")
  luaunit.assertEquals(unicode.first("\xFF\xFEabc", 2), "\xFF\xFE")
end

function M.test_line_is_safe_to_show()
  luaunit.assertEquals(unicode.line("a\n\tb\27]0;x\7c"), "a  b ]0;x c")
  luaunit.assertEquals(unicode.line("bad\xFFbyte\xC3"), "bad\u{FFFD}byte\u{FFFD}")
  luaunit.assertEquals(unicode.line("a\u{202E}b\u{2066}c\u{9B}d"), "a b c d")
  luaunit.assertEquals(unicode.line("Ünïcode 漢 😀 – “x”"), "Ünïcode 漢 😀 – “x”")
  luaunit.assertEquals(unicode.line(""), "")
end

local function unescaped(text)
  return (text:gsub("\\x(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

function M.test_texts_are_made_plain_as_in_the_host()
  local count = 0
  local folder = debug.getinfo(1, "S").source:match "^@(.*)/[^/]*$"
  for row in io.lines(folder .. "/../../unit/runtime/core/plain_text_cases.txt") do
    if row:sub(1, 1) ~= "#" then
      local text, line, lines = row:match "^(.-) | (.-) | (.*)$"
      luaunit.assertEquals(unicode.line(unescaped(text)), unescaped(line), row)
      luaunit.assertEquals(unicode.text(unescaped(text)), unescaped(lines), row)
      count = count + 1
    end
  end
  luaunit.assertTrue(count > 10)
end

function M.test_width_and_fit()
  luaunit.assertEquals(unicode.width("abc"), 3)
  luaunit.assertEquals(unicode.width("漢字é"), 5)
  luaunit.assertEquals(unicode.width("e\u{301}"), 1)
  luaunit.assertEquals(unicode.fit("abcdef", 4), "abc…")
  luaunit.assertEquals(unicode.fit("漢字漢字", 4), "漢…")
  luaunit.assertEquals(unicode.fit("abcd", 4), "abcd")
end

return M
