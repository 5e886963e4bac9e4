local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_modifiers_of_both_worlds()
  for _, case in ipairs {
    { { "control" }, "s", "press 73 count=1 ctrl" },
    { { "command", "shift" }, "z", "press 7A count=1 shift+super" },
    { { "option" }, "f4", "press FFC1 count=1 alt" },
    { { "ctrl", "alt" }, "delete", "press FFFF count=1 ctrl+alt" },
    { {}, "+", "press 2B count=1" },
  } do
    world.requests = {}
    forms.done(world, "key_combination", { modifiers = case[1], key = case[2] })
    luaunit.assertTrue(world.asked(case[3]), table.concat(world.requests, "; "))
  end
end

function M.test_keys_that_there_are_not()
  forms.fails(world, "INVALID_ARGUMENT", "key_combination", { modifiers = { "ctrl" }, key = "nosuch" })
  forms.fails(world, "INVALID_ARGUMENT", "key_combination", { modifiers = { "hyper" }, key = "a" })
end

return M
