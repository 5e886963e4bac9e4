local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_presses_keys_by_the_names_of_xdotool()
  for name, pressed in pairs { ["ctrl+s"] = "press 73 count=1 window=11 ctrl", Return = "press FF0D",
    Page_Down = "press FF56",
    BackSpace = "press FF08", ["alt+Tab"] = "press FF09 count=1 window=11 alt",
    KP_0 = "press FFB0", super = "press FFEB",
    ["ctrl+plus"] = "press 2B count=1 window=11 ctrl", Shift_L = "press FFE1" } do
    world.requests = {}
    computer.done(world, "key", { text = name })
    luaunit.assertTrue(world.asked(pressed), name)
  end
end

function M.test_presses_several_times()
  computer.done(world, "key", { text = "Down", ["repeat"] = 3 })
  luaunit.assertTrue(world.asked "press FF54 count=3 window=11")
end

function M.test_unknown_keys_are_refused()
  luaunit.assertStrContains(computer.fails(world, "INVALID_ARGUMENT", "key", { text = "Retrun" }), "return")
end

return M
