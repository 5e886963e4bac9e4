local luaunit = require "luaunit"
local started = require "fakes.prompt"

local M = {}

function M.test_help()
  local world = started()
  local help = require "repl.help"
  luaunit.assertStrContains(help.overview(), "Modules: ai, app, ")
  luaunit.assertNil(help.overview():find "console")
  luaunit.assertStrContains(help.text "window.list", "window.list({pid, on_screen}?) -> {window}\n    The windows.\n")
  luaunit.assertStrContains(help.text "window.list", "{on_screen}?  boolean  About on_screen.")
  luaunit.assertStrContains(help.text "window.list", "\n    Gives window[]. Raises DISPLAY_UNAVAILABLE, TIMEOUT.\n")
  luaunit.assertStrContains(help.text "window.list", "\n    for _, w in ipairs(window.list { on_screen = true }) do\n")
  for line in help.text("window.list", 60):gmatch "[^\n]+" do
    luaunit.assertTrue(#line <= 60 or line:find "print" ~= nil, line)
  end
  luaunit.assertEquals(help.text(require "window".list), help.text "window.list")
  luaunit.assertEquals(help.text "window", help.text(require "window"))
  luaunit.assertErrorMsgContains("there is no help about nil", world.type, "help(nil)")
  luaunit.assertErrorMsgContains("there is no help about 'consolex'", help.text, "consolex")
end

function M.test_help_about_values()
  local world = started()
  local help = require "repl.help"
  local window = require("window").list()[1]
  for _, subject in ipairs { window, { window } } do
    luaunit.assertStrContains(help.text(subject), "window: A top-level window at the moment")
    luaunit.assertStrContains(help.text(subject), "title  string\n    May be empty.")
  end
  luaunit.assertStrContains(help.text { x = 1, y = 1, width = 1, height = 1 }, "rectangle: ")
  luaunit.assertEquals(help.text "rectangle", help.text { x = 1, y = 1, width = 1, height = 1 })
  luaunit.assertErrorMsgContains("there is no help about table", world.type, "help {}")
  luaunit.assertErrorMsgContains("there is no help about table", world.type, "help {x = 1, y = 2, width = 3, z = 4}")
end

function M.test_help_about_lua_and_errors()
  started()
  local help, errors = require "repl.help", require "errors"
  luaunit.assertStrContains(help.text(string), "string: byte, char, ")
  luaunit.assertEquals(help.text(string.format), help.text "string")
  luaunit.assertStrContains(help.text "TIMEOUT", "TIMEOUT: The operation did not end in time.")
  luaunit.assertEquals(help.text(errors.make "TIMEOUT"), help.text "TIMEOUT")
end

function M.test_help_suggests()
  started()
  local help = require "repl.help"
  for wrong, near in pairs { ["window.lst"] = "window.list", windw = "window", rectangel = "rectangle",
    TIMOUT = "TIMEOUT" } do
    local _, err = try(help.text, wrong)
    luaunit.assertStrContains(err.hint, ("did you mean '%s'?"):format(near), wrong)
  end
end

function M.test_help_searches()
  started()
  local help = require "repl.help"
  local found = help.text("FRONTM", 60)
  luaunit.assertStrMatches(found, "'FRONTM' stands in:\n    window%.frontmost .*")
  for line in found:gmatch "[^\n]+" do luaunit.assertTrue(require "lib.unicode".width(line) <= 60, line) end
  luaunit.assertStrContains(help.text "ON_SCREEN", "    window.list ")
  luaunit.assertStrContains(help.text "top-level moment", "    window ")
  local _, err = try(help.text, "applicatoins")
  luaunit.assertStrContains(err.hint, "did you mean 'applications'?")
end

return M
