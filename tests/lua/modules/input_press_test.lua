local luaunit = require "luaunit"

local M = {}

local kept

function M.setUp()
  kept = { input = package.loaded.input, press = package.loaded.input_press }
  M.pressed = {}
  package.loaded.input = { press_symbol = function(symbol, given) M.pressed = { symbol, given } end }
  package.loaded.input_press = nil
  M.press = require("input_press").press
end

function M.tearDown()
  package.loaded.input, package.loaded.input_press = kept.input, kept.press
end

function M.test_names_become_symbols()
  M.press("Ctrl+Shift+S", { count = 2, window = 7, timeout = 3 })
  luaunit.assertEquals(M.pressed,
    { 0x73, { modifiers = { "ctrl", "shift" }, count = 2, window = 7, timeout = 3 } })
  M.press "Return"
  luaunit.assertEquals(M.pressed, { 0xFF0D, { modifiers = {} } })
end

function M.test_mistakes_are_named()
  for text, part in pairs { ["Crtl+S"] = "Crtl", ["Ctrl+"] = "a key is missing" } do
    local fine, err = pcall(M.press, text)
    luaunit.assertFalse(fine)
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
    luaunit.assertStrContains(err.message, part)
  end
  local _, err = pcall(M.press, "a", { times = 2 })
  luaunit.assertStrContains(err.message, "unknown option 'times'")
end

return M
