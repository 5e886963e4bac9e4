local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_from_an_element_to_another()
  local told = forms.done(world, "drag", { on = "Save", to = "text" })
  luaunit.assertTrue(world.asked "drag 50,50 150,50 window=11", table.concat(world.requests, "; "))
  luaunit.assertEquals(told.place, { x = 60, y = 70 })
end

function M.test_from_a_place_to_another()
  forms.done(world, "drag", { startX = 1, startY = 2, endX = 30, endY = 40 })
  luaunit.assertTrue(world.asked "drag 1,2 30,40")
end

function M.test_both_ends_are_needed()
  for field, args in pairs { on = { to = "Save" }, to = { on = "Save" }, endY = { on = "Save", endX = 4 } } do
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "drag", args)
    luaunit.assertEquals(details.field, field)
  end
end

function M.test_an_end_that_is_not_there_is_told_of_its_argument()
  local _, details = forms.fails(world, "ELEMENT_NOT_FOUND", "drag", { on = "Save", to = "Svae" })
  luaunit.assertEquals(details.field, "to")
end

return M
