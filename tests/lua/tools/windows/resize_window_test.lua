local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_the_size_is_the_frames()
  local told = forms.done(world, "resize_window", { windowId = 11, width = 404, height = 322 })
  luaunit.assertEquals(world.windows[1].bounds, { x = 10, y = 20, width = 400, height = 300 })
  luaunit.assertEquals(told.undo, { tool = "resize_window", arguments = { windowId = 11, width = 304, height = 222 } })
end

function M.test_a_size_in_steps_is_enough()
  world.limits_of = { [11] = { min_width = 1, min_height = 1, step_width = 6, step_height = 13 } }
  world.place = function(wanted)
    wanted.width, wanted.height = wanted.width - 5, wanted.height - 12
    return wanted
  end
  local told = forms.done(world, "resize_window", { windowId = 11, width = 404, height = 322 })
  luaunit.assertEquals(told.facts.bounds, "8,0 399x310")
  world.limits_of[11].step_width = 5
  forms.fails(world, "EFFECT_NOT_SEEN", "resize_window", { windowId = 11, width = 404, height = 322 })
end

function M.test_a_limit_is_named()
  world.limits_of = { [11] = { min_width = 250, min_height = 1, max_height = 500, step_width = 1, step_height = 1 } }
  world.place = function(wanted)
    wanted.width, wanted.height = math.max(250, wanted.width), math.min(500, wanted.height)
    return wanted
  end
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "resize_window",
    { windowId = 11, width = 104, height = 222 }), "at least 250 pixels wide by its own limits")
  luaunit.assertStrContains(forms.fails(world, "EFFECT_NOT_SEEN", "resize_window",
    { windowId = 11, width = 304, height = 922 }), "at most 500 pixels high")
end

return M
