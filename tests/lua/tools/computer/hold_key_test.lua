local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_holds_a_key()
  luaunit.assertStrContains(computer.done(world, "hold_key", { text = "shift+Right", duration = 2 }), "for 2 s")
  luaunit.assertTrue(world.asked "press FF53 hold=2 window=11 shift")
end

return M
