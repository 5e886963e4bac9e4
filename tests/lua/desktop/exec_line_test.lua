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

return M
