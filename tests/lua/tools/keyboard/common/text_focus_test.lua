local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world, button, field

function M.setUp()
  world = forms.world()
  button, field = world.elements[100][2], world.elements[100][5]
  table.insert(field.states, "editable")
end

local function focus(element)
  table.insert(element.states, "focused")
end

-- Gives the focus to an element of that role and returns what is told of a text typed then.
local function typed(role, name)
  button.role, button.name = role, name or "Save"
  focus(button)
  return forms.done(world, "type_text", { text = "Lo" })
end

-- Expects that nothing is typed with these arguments beside the text.
local function refused(args)
  args.text, world.requests = "Lo", {}
  local text, details = forms.fails(world, "FOCUS_REFUSED", "type_text", args)
  luaunit.assertEquals({ details.typed, details.dispatched, details.retry_safe }, { 0, false, true })
  luaunit.assertFalse(world.asked "type")
  luaunit.assertFalse(world.asked "click")
  luaunit.assertStrContains(text, "name it by `on`")
  return text
end

function M.test_nothing_is_typed_into_what_never_takes_text()
  for _, role in ipairs { "button", "toggle button", "menu item", "check box", "slider" } do
    M.setUp()
    button.role = role
    luaunit.assertStrContains(refused { on = "Save" }, role .. ' "Save" takes no text')
    focus(button)
    luaunit.assertStrContains(refused {}, role .. ' "Save" takes no text')
    luaunit.assertStrContains(refused { verify = 0 }, "takes no text")
  end
end

function M.test_an_element_that_is_named_counts_more_than_the_focus_told()
  focus(button)
  field.name = "Name"
  world.after = function(what) if what == "type" then field.value = "AdaLo" end end
  luaunit.assertEquals(forms.done(world, "type_text", { text = "Lo", on = "Name" }).effect, "seen")
end

function M.test_what_takes_no_text_itself_is_named()
  local told = typed "list"
  luaunit.assertEquals({ told.effect, told.seen }, { "unknown", { "pixels" } })
  luaunit.assertStrContains(told.message, 'The focus was on list "Save", which takes no text: click a text field')
end

function M.test_roles()
  for _, role in ipairs { "list", "list item", "tree table", "dialog" } do
    M.setUp()
    luaunit.assertEquals(typed(role).effect, "unknown", role)
  end
  for _, role in ipairs { "terminal", "canvas", "drawing area", "panel", "frame", "text", "entry", "document web",
    "table cell", "combo box" } do
    M.setUp()
    local told = typed(role)
    luaunit.assertEquals(told.effect, "seen", role)
    luaunit.assertNotStrContains(told.message, "takes no text")
  end
end

function M.test_what_can_be_edited_takes_text()
  table.insert(button.states, "editable")
  luaunit.assertEquals(typed("list item").effect, "seen")
end

function M.test_a_current_item_is_not_told_as_the_focus_of_another_element()
  world.elements[100][3].role = "page tab"
  focus(world.elements[100][3])
  luaunit.assertStrContains(typed("list").message, 'list "Save"')
  M.setUp()
  luaunit.assertEquals(typed("page tab").effect, "seen")
end

function M.test_nothing_seen_stays_so()
  world.happens = {}
  luaunit.assertEquals(typed("list").effect, "not_seen")
end

function M.test_a_program_may_hand_the_text_to_a_field()
  world.after = function(what) if what == "type" then field.value = "Lo" end end
  local told = typed "list"
  luaunit.assertEquals({ told.effect, told.seen }, { "seen", { 'the value of text is "Lo"' } })
  luaunit.assertNotStrContains(told.message, "takes no text")
end

function M.test_it_is_told_without_a_watch_too()
  button.role = "list"
  focus(button)
  local told = forms.done(world, "type_text", { text = "Lo", verify = 0 })
  luaunit.assertEquals(told.effect, "unknown")
  luaunit.assertStrContains(told.message, "takes no text")
end

function M.test_elements_that_are_not_told_change_nothing()
  focus(button)
  world.elements_unknown = true
  luaunit.assertEquals(forms.done(world, "type_text", { text = "Lo" }).effect, "seen")
  M.setUp()
  focus(button)
  world.failing.elements = world.fail("TIMEOUT", "no answer")
  luaunit.assertEquals(forms.done(world, "type_text", { text = "Lo" }).effect, "seen")
end

function M.test_keys_are_no_text()
  focus(button)
  luaunit.assertNotStrContains(forms.done(world, "type_text", { text = " \n" }).message, "takes no text")
  M.setUp()
  focus(button)
  local told = forms.done(world, "press_key", { key = "enter" })
  luaunit.assertNotStrContains(told.message, "takes no text")
  luaunit.assertEquals(told.effect, "seen")
end

return M
