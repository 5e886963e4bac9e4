local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server { caller = "mcp" }
  world.method = "root"
end

local function image(args)
  local result = world.call("image", args)
  luaunit.assertNil(result.is_error)
  return result.structured
end

local function again(args)
  local before = image(args)
  luaunit.assertStrContains(before.capture_id, "peekaboo://captures/")
  return function(change)
    if change then change() end
    local more = { since = before.capture_id }
    for key, value in pairs(args) do more[key] = value end
    world.requests = {}
    local now = image(more)
    luaunit.assertEquals(world.asked "capture", now.unchanged == nil)
    return now
  end
end

function M.test_a_screen_on_which_nothing_was_painted()
  local ask = again { app_target = "screen:0", format = "data" }
  luaunit.assertTrue(ask().unchanged)
  luaunit.assertEquals(#ask().images, 0)
  luaunit.assertTrue(ask(function() world.painted[1] = { x = 2000, y = 0, width = 5, height = 5 } end).unchanged)
  luaunit.assertNil(ask(function() world.painted[2] = { x = 0, y = 0, width = 5, height = 5 } end).unchanged)
end

function M.test_a_window_must_be_the_same_at_the_same_place()
  local ask = again { app_target = "frontmost", format = "data" }
  luaunit.assertTrue(ask().unchanged)
  luaunit.assertNil(ask(function() world.windows[1].bounds.x = 11 end).unchanged)
  world.windows[1].bounds.x = 10
  luaunit.assertNil(ask(function() world.windows[1].active, world.windows[2].active = false, true end).unchanged)
end

function M.test_other_pixels_are_another_question()
  local ask = again { app_target = "screen:0", format = "data" }
  local id = ask().capture_id
  for _, other in ipairs { { app_target = "screen:1" }, { app_target = "screen:0", scale = 0.5 },
    { app_target = "screen:0", region = { x = 0, y = 0, width = 5, height = 5 } },
    { app_target = "screen:0", max_width = 100 }, { app_target = "screen:0", capture_focus = "foreground" } } do
    other.since, other.format = id, "data"
    luaunit.assertNil(image(other).unchanged)
  end
end

function M.test_pixels_that_do_not_come_from_the_screen()
  world.method = "redirect"
  luaunit.assertNil(image({ app_target = "frontmost", format = "data" }).capture_id)
end

function M.test_a_desktop_that_cannot_tell()
  world.failing.mark = world.fail("UNSUPPORTED", "no damage")
  luaunit.assertNil(image({ app_target = "screen:0", format = "data" }).capture_id)
  M.setUp()
  local ask = again { app_target = "screen:0", format = "data" }
  world.failing.changed = world.fail("DISPLAY_UNAVAILABLE", "gone")
  luaunit.assertNil(ask().unchanged)
end

function M.test_ids_that_are_not_known_any_more()
  luaunit.assertNil(image({ app_target = "screen:0", format = "data", since = "nothing" }).unchanged)
  local ask = again { app_target = "screen:0", format = "data" }
  luaunit.assertNil(ask(function() world.seconds = world.seconds + 601 end).unchanged)
end

function M.test_the_moment_is_taken_before_the_pixels()
  image { app_target = "screen:0", format = "data" }
  for _, request in ipairs(world.requests) do
    if request == "mark" then return end
    luaunit.assertNil(request:match "^capture")
  end
  luaunit.fail "no mark was taken"
end

return M
