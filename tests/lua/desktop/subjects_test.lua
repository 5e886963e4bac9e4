local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, capture

function M.setUp()
  world = worlds.fresh()
  capture = require "desktop.subjects"
end

local function subjects(target, focus, region)
  local options = { region = region, focus = focus or "background", deadline = world.seconds + 5, debug = {},
    warnings = {} }
  return capture.subjects(target, options), options.warnings, options.debug
end

function M.test_screens()
  local all = subjects { kind = "screens" }
  luaunit.assertEquals({ #all, all[2].kind, all[2].id, all[2].label }, { 2, "display", 1, "Display 2 (screen:1)" })
  local one = subjects { kind = "screen", index = 1, text = "1" }
  luaunit.assertEquals({ #one, one[1].id, one[1].label }, { 1, 1, "Display 2 (screen:1)" })
end

function M.test_a_region_chooses_the_screens_that_show_it()
  for expected, region in pairs {
    ["0"] = { x = 1900, y = 5, width = 20, height = 10 }, ["1"] = { x = 1920, y = 0, width = 1, height = 1 },
    ["01"] = { x = -50, y = -50, width = 5000, height = 5000 },
  } do
    local ids = ""
    for _, subject in ipairs(subjects({ kind = "screens" }, nil, region)) do ids = ids .. subject.id end
    luaunit.assertEquals(ids, expected)
  end
  local found, err = try(subjects, { kind = "screens" }, nil, { x = 0, y = 1080, width = 50, height = 50 })
  luaunit.assertNil(found)
  luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  luaunit.assertStrContains(err.message, "[0,1080 50×50]")
  luaunit.assertStrContains(err.details.text, "1 (DP-2, 1280×1024 at 1920,0)")
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

function M.test_the_answer_warns_of_a_refused_raise()
  world.failing.focus = world.fail("UNSUPPORTED", "no window manager")
  local found, warnings, notes = subjects({ kind = "app", app = "Text Editor" }, "foreground")
  luaunit.assertEquals(found[1].id, 21)
  local text = ('window "%s" (21) was not brought to the front and was captured where it is: no window manager')
    :format(found[1].window.title)
  luaunit.assertEquals(warnings, { "Peekaboo Warning: " .. text })
  luaunit.assertEquals(notes, { text })
end

function M.test_a_manager_is_not_waited_for_long()
  subjects({ kind = "app", app = "Text Editor" }, "foreground")
  luaunit.assertEquals(world.focus_timeout, 2)
  local options = { focus = "foreground", deadline = world.seconds + 1, debug = {}, warnings = {} }
  capture.subjects({ kind = "app", app = "Text Editor" }, options)
  luaunit.assertAlmostEquals(world.focus_timeout, 1, 0.01)
end

function M.test_a_cancelled_raise_ends_the_capture()
  world.failing.focus = world.fail("CANCELLED", "nobody waits")
  local raised, err = pcall(subjects, { kind = "app", app = "Text Editor" }, "foreground")
  luaunit.assertFalse(raised)
  luaunit.assertEquals(err.code, "CANCELLED")
end

function M.test_the_time_left()
  luaunit.assertEquals(capture.remaining(world.seconds + 2), 2)
  luaunit.assertEquals(capture.remaining(world.seconds - 2), 0.001)
end

return M
