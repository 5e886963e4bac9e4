local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world
local kSave = 'frame "Inbox"/button "Save"'

function M.setUp() world = forms.world() end

function M.test_a_path_is_clicked()
  world.elements[100] = { world.elements[100][2] }
  local told = forms.done(world, "click_ui_element", { appName = "Firefox", elementPath = kSave })
  luaunit.assertTrue(world.asked "click 50,50 window=11", table.concat(world.requests, "; "))
  luaunit.assertEquals(told.element, 'button "Save"')
end

function M.test_two_that_fit_are_ambiguous()
  luaunit.assertStrContains(forms.fails(world, "AMBIGUOUS_ELEMENT", "click_ui_element",
    { appName = "Firefox", elementPath = kSave }), "elements fit")
end

function M.test_a_wrong_step_lists_what_is_there()
  local form = world.elements[100]
  form[1].path = 'frame "Inbox"'
  package.loaded.elements.find = function(_, options)
    return options.path == 'frame "Inbox"' and { form[1] } or {}, options.path == 'frame "Inbox"' and 1 or 0
  end
  local text, details = forms.fails(world, "ELEMENT_NOT_FOUND", "click_ui_element",
    { appName = "Firefox", elementPath = 'frame "Inbox"/button "Svae / it"' })
  luaunit.assertStrContains(text, 'in frame "Inbox" there are: button "Save"')
  luaunit.assertEquals({ details.field, details.available[1] }, { "elementPath", 'button "Save"' })
end

function M.test_what_is_not_shown_is_told_of_the_path()
  world.elements[100] = { forms.element("text", "Save", 20, 60) }
  world.elements[100][1].bounds = nil
  local _, details = forms.fails(world, "ELEMENT_NOT_FOUND", "click_ui_element",
    { appName = "Firefox", elementPath = 'frame "Inbox"/text "Save"' })
  luaunit.assertEquals(details.field, "elementPath")
end

function M.test_paths_with_controls_are_refused()
  local _, details = forms.fails(world, "INVALID_ARGUMENT", "click_ui_element",
    { appName = "Firefox", elementPath = "a\0b" })
  luaunit.assertEquals(details.field, "elementPath")
end

return M
