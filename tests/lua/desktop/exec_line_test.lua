local luaunit = require "luaunit"
local words = require("desktop.exec_line").words

local M = {}

local entry = { name = "Editor", icon = "edit", file = "/usr/share/applications/edit.desktop" }

function M.test_words_and_field_codes()
  for line, expected in pairs {
    ["gedit %U"] = { "gedit" }, ["gedit --new-window %f"] = { "gedit", "--new-window" },
    ["app %i %c %k 100%%"] = { "app", "--icon", "edit", "Editor", "/usr/share/applications/edit.desktop", "100%" },
    ["  a\t b "] = { "a", "b" }, ['"/opt/My App/run" --x'] = { "/opt/My App/run", "--x" },
    ['sh -c "echo \\\\"hi\\\\" \\\\$HOME"'] = { "sh", "-c", 'echo "hi" $HOME' },
  } do
    luaunit.assertEquals(words(line, entry), expected, line)
  end
end

function M.test_broken_lines_are_refused()
  for _, line in ipairs { "", "   ", '"open', "a; rm -rf b", "a | b", "a `b`", "a $(b)", "a > b", "a & b" } do
    luaunit.assertNil(words(line, entry), line)
  end
end

function M.test_an_entry_without_an_icon()
  luaunit.assertEquals(words("app %i", { name = "x" }), { "app" })
end

local function word()
  local alphabet = "ab \t\"\\`$%;&|<>()#*?~'-=/\195\188"
  local letters = {}
  for i = 1, math.random(0, 12) do
    local at = math.random(#alphabet)
    letters[i] = alphabet:sub(at, at)
  end
  return table.concat(letters)
end

-- Quotes a word as the specification asks, and then escapes the value as of type string.
local function written(text)
  return ('"' .. text:gsub('["`$\\]', "\\%0") .. '"'):gsub("\\", "\\\\"):gsub("\t", "\\t")
end

function M.test_any_words_that_are_quoted_come_back()
  for _ = 1, 1000 do
    local wanted, line = {}, {}
    for i = 1, math.random(5) do
      wanted[i] = word()
      line[i] = written(wanted[i])
    end
    luaunit.assertEquals(words(table.concat(line, " "), entry), wanted)
  end
end

function M.test_any_line_gives_words_or_nothing()
  for _ = 1, 2000 do
    local line = word() .. word() .. word()
    local found = words(line, entry)
    for _, each in ipairs(found or {}) do luaunit.assertTrue(type(each) == "string") end
    luaunit.assertTrue(found == nil or #found > 0, line)
  end
end

return M
