local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world, element

-- A form with one element, which path means.
local function with(role, more, acts)
  world = forms.world { own_acts = acts }
  element = forms.element(role, "It", 20, 60, more)
  world.elements[100] = { element }
  package.loaded.elements.find = function()
    local copy = {}
    for key, value in pairs(element) do copy[key] = value end
    return { copy }, 1
  end
end

local function set(value)
  return forms.done(world, "set_ui_element_value", { appName = "Firefox", elementPath = "it", value = value })
end

function M.test_a_field_takes_a_text()
  with("text", { value = "Ada" }, { set_value = function(_, value) element.value = value end })
  local told = set "Grace"
  luaunit.assertEquals({ element.value, told.effect }, { "Grace", "seen" })
  luaunit.assertEquals(told.undo, { tool = "set_ui_element_value",
    arguments = { appName = "PID:100", elementPath = element.path, value = "Ada" } })
  set ""
  luaunit.assertEquals(element.value, "")
end

function M.test_a_check_box_takes_true_and_false()
  with("check box", {}, { press = function() element.states = { "enabled", "checked" } end })
  local told = set "true"
  luaunit.assertEquals({ told.seen, told.undo.arguments.value }, { { "it is true" }, "false" })
  luaunit.assertEquals(set("1").seen, { "it is true" })
  forms.fails(world, "INVALID_ARGUMENT", "set_ui_element_value",
    { appName = "Firefox", elementPath = "it", value = "maybe" })
end

function M.test_a_check_that_does_not_change_is_told()
  with("check box", {}, { press = function() end })
  forms.fails(world, "EFFECT_NOT_SEEN", "set_ui_element_value",
    { appName = "Firefox", elementPath = "it", value = "on" })
end

return M
