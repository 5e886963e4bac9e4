local hotkeys = require "desktop.hotkeys"
local luaunit = require "luaunit"

local M = {}

function M.test_what_they_mean()
  for text, expected in pairs {
    ["Ctrl+Alt+P"] = { 6, 0x70 }, ["ctrl+alt+p"] = { 6, 0x70 }, ["Control + Shift + a"] = { 3, 0x61 },
    ["Super+F5"] = { 8, 0xFFC2 }, ["F12"] = { 0, 0xFFC9 }, ["Shift+Print"] = { 1, 0xFF61 }, ["Ctrl++"] = { 2, 0x2B },
    ["Ctrl+1"] = { 2, 0x31 }, ["Ctrl+ö"] = { 2, 0xF6 }, ["Ctrl+ж"] = { 2, 0x01000436 }, ["Win+Space"] = { 8, 0x20 },
    ["Alt+Tab"] = { 4, 0xFF09 }, ["Escape"] = { 0, 0xFF1B },
  } do
    local parsed = hotkeys.parse(text)
    luaunit.assertEquals({ parsed.modifiers, parsed.symbol }, expected, text)
  end
end

function M.test_what_is_none()
  for text, part in pairs {
    [""] = "a key is missing", ["Ctrl+"] = "a key is missing", [("Ctrl+"):rep(30) .. "P"] = "a key is missing",
    ["Ctrl+Foo"] = "there is no key 'Foo'", ["Crtl+P"] = "there is no modifier 'Crtl'",
    ["P"] = "could no longer be typed", ["Shift+P"] = "could no longer be typed",
    ["Return"] = "could no longer be typed", ["Space"] = "could no longer be typed",
    ["Ctrl+\x01"] = "not a key", ["Ctrl+\xFF"] = "there is no key",
  } do
    local fine, err = pcall(hotkeys.parse, text)
    luaunit.assertFalse(fine, text)
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT", text)
    luaunit.assertStrContains(err.message, part)
  end
  local _, err = pcall(hotkeys.parse, "Crtl+P")
  luaunit.assertEquals(err.hint, "did you mean 'ctrl'?")
  _, err = pcall(hotkeys.parse, "Ctrl+Escpe")
  luaunit.assertEquals(err.hint, "did you mean 'escape'?")
end

function M.test_how_it_is_written()
  for text, hint in pairs {
    ["Ctrl-S"] = 'Write "ctrl+s".', ["ctrl-shift-Tab"] = 'Write "ctrl+shift+tab".', ["ctrl s"] = 'Write "ctrl+s".',
    ["alt_F4"] = 'Write "alt+f4".', ["+"] = 'Write "plus".',
  } do
    local _, err = pcall(hotkeys.keys, text)
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT", text)
    luaunit.assertEquals(err.hint, hint, text)
  end
  local _, err = pcall(hotkeys.keys, "foo-s")
  luaunit.assertStrContains(err.message, "there is no key 'foo-s'")
end

function M.test_keys_that_are_pressed_may_be_plain()
  for text, expected in pairs {
    ["Return"] = { 0, 0xFF0D }, ["Shift+Tab"] = { 1, 0xFF09 }, ["a"] = { 0, 0x61 }, ["Ctrl++"] = { 2, 0x2B },
    ["漢"] = { 0, 0x01006F22 },
  } do
    local parsed = hotkeys.keys(text)
    luaunit.assertEquals({ parsed.modifiers, parsed.symbol }, expected, text)
  end
end

function M.test_names_of_modifiers()
  luaunit.assertEquals(hotkeys.modifier_names(0), {})
  luaunit.assertEquals(hotkeys.modifier_names(15), { "ctrl", "alt", "shift", "super" })
end

return M
