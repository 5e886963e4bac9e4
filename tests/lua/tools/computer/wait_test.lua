local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_waits()
  local before = world.seconds
  luaunit.assertEquals(computer.done(world, "wait", { duration = 2.5 }), "Waited 2.5 s.")
  luaunit.assertEquals(world.seconds - before, 2.5)
end

return M
