local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, capture

function M.setUp()
  world = worlds.fresh()
  capture = require "capture"
end

local function subjects(target, focus)
  local options = { focus = focus or "background", deadline = world.seconds + 5, debug = {} }
  return capture.subjects(target, options), options.debug
end

function M.test_screens()
  local all = subjects { kind = "screens" }
  luaunit.assertEquals({ #all, all[2].kind, all[2].id, all[2].label }, { 2, "display", 1, "Display 2" })
  local one = subjects { kind = "screen", index = 1, text = "1" }
  luaunit.assertEquals({ #one, one[1].id, one[1].label }, { 1, 1, "Display 2 (Index 1)" })
end

function M.test_names_follow_the_kind_of_target()
  for kind, target in pairs {
    frontmost = { kind = "frontmost" }, window = { kind = "app", app = "Text Editor" },
    title = { kind = "window", app = "Firefox", title = "News" },
  } do
    luaunit.assertEquals(subjects(target)[1].name.kind, kind)
  end
  luaunit.assertEquals(subjects({ kind = "window", app = "Firefox", index = 1 })[1].name.kind, "window")
end

function M.test_a_minimised_application_comes_back_with_focus()
  luaunit.assertNil((try(subjects, { kind = "app", app = "Hidden" })))
  luaunit.assertEquals(subjects({ kind = "app", app = "Hidden" }, "foreground")[1].id, 41)
end

function M.test_auto_leaves_an_active_window_alone()
  subjects({ kind = "window", app = "Firefox", index = 0 }, "auto")
  luaunit.assertFalse(world.asked "focus")
  subjects({ kind = "window", app = "Firefox", index = 1 }, "auto")
  luaunit.assertTrue(world.asked "focus 12")
end

function M.test_screens_and_the_front_window_are_never_raised()
  for _, target in ipairs { { kind = "screens" }, { kind = "frontmost" }, { kind = "screen", index = 0 } } do
    subjects(target, "foreground")
  end
  luaunit.assertFalse(world.asked "focus")
end

function M.test_a_refused_raise_is_noted()
  world.failing.focus = world.fail("UNSUPPORTED", "no window manager")
  local found, notes = subjects({ kind = "app", app = "Text Editor" }, "foreground")
  luaunit.assertEquals(found[1].id, 21)
  luaunit.assertStrContains(notes[1], "Could not raise window 21; it is captured where it is. no window manager")
end

function M.test_the_time_left()
  luaunit.assertEquals(capture.remaining(world.seconds + 2), 2)
  luaunit.assertEquals(capture.remaining(world.seconds - 2), 0.001)
end

return M
