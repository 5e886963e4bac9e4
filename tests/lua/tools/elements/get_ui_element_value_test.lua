local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function value(element)
  package.loaded.elements.find = function() return { element }, 1 end
  local result = world.call("get_ui_element_value", { appName = "Firefox", elementPath = "text" })
  luaunit.assertNil(result.is_error, result.content[1].text)
  return result.content[1].text
end

function M.test_each_kind()
  luaunit.assertEquals(value(forms.element("text", "", 1, 1, { value = "Ada" })), '"Ada"')
  luaunit.assertEquals(value(forms.element("text", "", 1, 1, { value = "" })), '""')
  luaunit.assertEquals(value(forms.element("button", "Save", 1, 1)), "null")
  luaunit.assertEquals(value(forms.element("check box", "A", 1, 1)), "false")
  luaunit.assertEquals(value(forms.element("check box", "A", 1, 1, { states = { "checked" } })), "true")
end

function M.test_a_long_text_is_read_alone()
  local long = ("ü"):rep(3000)
  local listed = forms.element("text", "", 1, 1, { value = long:sub(1, 2000) })
  package.loaded.ui.read = function() return forms.element("text", "", 1, 1, { value = long }) end
  luaunit.assertEquals(value(listed), '"' .. long .. '"')
  package.loaded.ui.read = function() return forms.element("text", "", 1, 1, { value = ("ü"):rep(15000) }) end
  luaunit.assertEquals(value(listed), '"' .. ("ü"):rep(15000) .. '…"')
end

return M
