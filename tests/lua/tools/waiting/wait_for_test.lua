local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function seen(args) return forms.done(world, "wait_for", args).seen[1] end

function M.test_an_element_that_is_there()
  luaunit.assertStrContains(seen { on = "Save" }, 'button "Save" is there')
end

function M.test_an_element_is_awaited_by_events()
  local save = table.remove(world.elements[100], 2)
  world.happens = { { kind = "screen.painted" }, function()
    table.insert(world.elements[100], save)
    return { kind = "screen.painted" }
  end }
  luaunit.assertStrContains(seen { on = "Save" }, "is there")
  luaunit.assertEquals(world.happens, {})
end

function M.test_an_element_is_awaited_where_nothing_tells_what_is_painted()
  world.unpainted = require("errors").make("UNSUPPORTED", "compositor does not report what is painted")
  local save = table.remove(world.elements[100], 2)
  world.happens = { function()
    table.insert(world.elements[100], save)
    return { kind = "window.opened", window = { id = 14 } }
  end }
  luaunit.assertStrContains(seen { on = "Save" }, "is there")
end

function M.test_a_look_that_took_too_long_is_not_the_end()
  local errors = require "errors"
  world.failing.windows = errors.make("TIMEOUT", "reading did not end in time")
  world.happens = { function()
    world.failing.windows = nil
    return { kind = "screen.painted" }
  end }
  luaunit.assertStrContains(seen { on = "Save" }, "is there")
end

function M.test_what_a_look_did_not_tell_is_not_gone()
  local errors = require "errors"
  world.failing.windows = errors.make("TIMEOUT", "reading did not end in time")
  world.happens = {}
  local text = forms.fails(world, "TIMEOUT", "wait_for", { on = "Save", gone = true, timeout = 2 })
  luaunit.assertStrContains(text, "waited 2 s")
end

function M.test_states_and_values()
  world.happens = { function()
    table.insert(world.elements[100][2].states, "focused")
    return { kind = "screen.painted" }
  end }
  luaunit.assertStrContains(seen { on = "Save", state = "focused" }, "is focused")
  luaunit.assertStrContains(seen { on = "text", value = "Ada" }, 'has the value "Ada"')
end

function M.test_until_it_is_gone()
  world.happens = { function()
    table.remove(world.elements[100], 2)
    return { kind = "screen.painted" }
  end }
  luaunit.assertEquals(seen { on = "Save", gone = true }, "it is gone")
end

function M.test_a_mark_and_a_path_are_awaited_by_events_of_elements()
  world.elements[11] = { world.elements[100][2] }
  forms.look(world)
  luaunit.assertStrContains(seen { on = "m2", state = "Focused" }, 'button "Save" is focused')
  luaunit.assertTrue(world.asked "wait 0 11 focused nil nil")
  luaunit.assertEquals(seen { on = 'frame "Inbox"/button "Save"', gone = true }, "it is gone")
  luaunit.assertTrue(world.asked "wait 0 11 nil nil true")
  luaunit.assertFalse(world.asked "listen")
end

function M.test_digits_alone_are_awaited_as_words()
  forms.look(world)
  world.happens = { function()
    world.elements[100][2].name = "2"
    return { kind = "screen.painted" }
  end }
  luaunit.assertStrContains(seen { on = "2" }, 'button "2" is there')
  luaunit.assertFalse(world.asked "wait")
end

function M.test_windows()
  local told = forms.done(world, "wait_for", { window = "notes" })
  luaunit.assertEquals(told.window.id, 21)
  luaunit.assertEquals(seen { window = "x", gone = true }, "no such window is open")
end

function M.test_one_thing_at_a_time()
  for field, args in pairs { on = {}, window = { on = "a", window = "b" }, gone = { still = 1, gone = true } } do
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "wait_for", args)
    luaunit.assertEquals(details.field, field)
  end
end

return M
