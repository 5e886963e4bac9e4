local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local kinds, triggers

function M.setUp()
  worlds.fresh()
  package.loaded.event = {}
  kinds, triggers = require "event_kinds", require "reference.triggers"
end

function M.test_every_kind_tells_what_the_reference_needs()
  luaunit.assertTrue(#kinds.names > 10)
  for _, name in ipairs(kinds.names) do
    local row = kinds.rows[name]
    luaunit.assertTrue(#row.subject > 3 and #row.told > 10, name)
    for option in pairs(row.options) do luaunit.assertTrue(#triggers.type_of(option)[2] > 10, option) end
    luaunit.assertTrue(row.required == nil or row.options[row.required] ~= nil, name)
  end
end

function M.test_the_function_has_the_options_of_all_kinds()
  luaunit.assertEquals(triggers.signature "event.on({kind, run}) -> trigger",
    "event.on({kind, run, app?, at?, every?, keys?, name?, path?, region?, title?}) -> trigger")
  luaunit.assertEquals(triggers.type_of("every"), { "number", "Of \"timer\": seconds." })
  luaunit.assertStrContains(triggers.type_of("kind")[1], '"hotkey"|"screen.changed"')
  luaunit.assertNil(triggers.type_of "run")
  local text = triggers.text "Runs."
  luaunit.assertStrContains(text, 'Runs. Kinds, their options, and the subject: "display.changed" (the displays); ')
  luaunit.assertStrContains(text, '"window.moved" with app, title (the window); ')
end

return M
