local candidates = require "acting.candidates"
local luaunit = require "luaunit"

local M = {}
local scope = { id = 7, title = "Form" }

local function item(role, name, purpose, value)
  return { role = role, name = name, value = value, purpose = purpose, states = {},
    bounds = { x = 0, y = 0, width = 10, height = 10 } }
end

local form = {
  item("button", "Home", "used"), item("table cell", "home", "used"), item("label", "Name:", "read"),
  item("label", "\"Bag 1\" | folder | 4 KB", "read"), item("button", "Save As…", "used"),
  item("text", "Notes", "used", "Red wine, white bread and a green apple"), item("combo box", "", "used", "Square"),
}

local function role_and_name(words)
  local found = candidates.one(words, form, scope, "on")
  return found.role .. " " .. found.name
end

function M.test_the_exact_name_is_meant()
  luaunit.assertEquals(role_and_name "Home", "button Home")
  luaunit.assertEquals(role_and_name "home", "table cell home")
  luaunit.assertErrorMsgContains("AMBIGUOUS_ELEMENT", function()
    local _, err = try(candidates.one, "HOME", form, scope, "on")
    error(err.code)
  end)
end

function M.test_a_word_of_the_name_of_what_can_be_used_is_enough()
  luaunit.assertEquals(role_and_name "save", "button Save As…")
  luaunit.assertEquals(role_and_name "square", "combo box ")
end

function M.test_a_part_of_a_word_is_not_enough()
  local sizes = { item("radio button", "S", "used"), item("button", "OK", "used"), item("button", "Cancel", "used"),
    item("button", "Größe", "used") }
  for words, meant in pairs { L = "Cancel", K = "OK", ance = "Cancel", ["größ"] = "Größe", ["röße"] = "Größe" } do
    local _, err = try(candidates.one, words, sizes, scope, "on")
    luaunit.assertEquals(err.code, "ELEMENT_NOT_FOUND", words)
    luaunit.assertEquals(err.hint, ("Did you mean '%s'?"):format(meant), words)
  end
  luaunit.assertEquals(candidates.one("s", sizes, scope, "on").name, "S")
end

function M.test_a_label_is_meant_by_most_of_its_text()
  luaunit.assertEquals(role_and_name "name", "label Name:")
end

function M.test_a_button_is_meant_before_a_label_of_its_name()
  local box, button = item("combo box", "Red", "used"), item("button", "cancel", "used")
  box.label = "Cancel"
  local dialog = { item("label", "Cancel", "read"), box, button }
  for _, words in ipairs { "Cancel", "cancel", "cancel button" } do
    luaunit.assertIs(candidates.one(words, dialog, scope, "on"), button, words)
  end
end

function M.test_a_field_is_meant_by_the_label_beside_it()
  local field = item("entry", "", "used", "Ada")
  field.label = "Customer:"
  local labelled = { item("label", "Customer:", "read"), field }
  for _, words in ipairs { "Customer:", "customer", "customer entry" } do
    luaunit.assertIs(candidates.one(words, labelled, scope, "on"), field, words)
  end
end

function M.test_a_line_that_was_read_is_meant_as_a_whole_even_without_its_words()
  local line = item("text", "Total: 12", "read")
  line.from_picture, line.words = true, {}
  luaunit.assertIs(candidates.one("total: 12", { line }, scope, "on"), line)
  local _, err = try(candidates.one, "total", { line }, scope, "on")
  luaunit.assertEquals(err.code, "ELEMENT_NOT_FOUND")
end

function M.test_a_fragment_of_a_longer_text_means_nothing()
  for _, words in ipairs { "Bag 1", "Red", "apple" } do
    local _, err = try(candidates.one, words, form, scope, "on")
    luaunit.assertEquals(err.code, "ELEMENT_NOT_FOUND", words)
  end
end

return M
