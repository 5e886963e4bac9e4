local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server { caller = "mcp" }
  world.from_screen = true
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

-- Something else is shown there.
local function paint(x, y)
  world.painted[#world.painted + 1] = { x = x, y = y, width = 5, height = 5 }
  world.looks = world.looks + 1
end

function M.test_an_application_that_is_called_something_else()
  world.apps[1].name, world.apps[1].bundle_id, world.apps[1].executable = "Chromium", "chromium", "chromium"
  local ask = again { app_target = "Google Chrome", format = "data" }
  luaunit.assertTrue(ask().unchanged)
end

function M.test_a_screen_on_which_nothing_was_painted()
  local ask = again { app_target = "screen:0", format = "data" }
  luaunit.assertTrue(ask().unchanged)
  luaunit.assertEquals(#ask().images, 0)
  luaunit.assertTrue(ask(function() paint(2000, 0) end).unchanged)
  luaunit.assertFalse(world.asked "match")
  luaunit.assertNil(ask(function() paint(0, 0) end).unchanged)
end

function M.test_what_was_painted_with_the_same_colours()
  image { app_target = "screen:0", format = "data", since = "anything" }
  local ask = again { app_target = "screen:0", format = "data" }
  luaunit.assertTrue(ask(function() world.painted[1] = { x = 0, y = 0, width = 5, height = 5 } end).unchanged)
  luaunit.assertTrue(world.asked "match display 0")
  -- From then on that moment counts.
  luaunit.assertTrue(ask().unchanged)
  luaunit.assertFalse(world.asked "match")
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
  world.from_screen = false
  local ask = again { app_target = "frontmost", format = "data" }
  for _ = 1, 2 do
    luaunit.assertTrue(ask().unchanged)
    luaunit.assertTrue(world.asked "match")
  end
  luaunit.assertNil(ask(function() world.looks = 1 end).unchanged)
end

function M.test_a_desktop_that_cannot_tell_what_is_painted()
  world.failing.mark = world.fail("UNSUPPORTED", "no damage")
  local ask = again { app_target = "screen:0", format = "data" }
  luaunit.assertTrue(ask().unchanged)
  luaunit.assertNil(ask(function() world.looks = 1 end).unchanged)
  M.setUp()
  ask = again { app_target = "frontmost", format = "data" }
  world.failing.changed = world.fail("DISPLAY_UNAVAILABLE", "gone")
  luaunit.assertTrue(ask().unchanged)
  world.failing.matches = world.fail("CAPTURE_FAILED", "no pixels")
  luaunit.assertNil(ask().unchanged)
end

function M.test_several_pictures_must_all_be_the_same()
  image { app_target = "screen:0", format = "data", since = "anything" }
  local ask = again { format = "data", max_bytes = 0 }
  luaunit.assertTrue(ask(function() world.painted[1] = { x = 0, y = 0, width = 5, height = 5 } end).unchanged)
  luaunit.assertTrue(world.asked "match display 0" and world.asked "match display 1")
end

function M.test_who_pays_for_fingerprints()
  local seen
  local screen = require "screen"
  local taken = screen.capture
  screen.capture = function(kind, options)
    seen = options.fingerprint
    return taken(kind, options)
  end
  local shown = { app_target = "screen:0", format = "data" }
  image(shown)
  luaunit.assertNil(seen)
  image { app_target = "frontmost" }
  luaunit.assertTrue(seen)
  local first = image(shown).capture_id
  luaunit.assertTrue(image({ app_target = "screen:0", format = "data", since = first }).unchanged)
  image(shown)
  luaunit.assertTrue(seen)
  world.caller = "command line"
  image(shown)
  luaunit.assertNil(seen)
end

function M.test_why_an_id_is_of_no_use_is_in_the_answer()
  local shown = { app_target = "screen:0", format = "data" }
  local id = image(shown).capture_id
  local function answer(since, more)
    local args = { since = since }
    for _, set in ipairs { shown, more or {} } do
      for key, value in pairs(set) do args[key] = value end
    end
    local texts = {}
    for _, block in ipairs(world.call("image", args).content) do texts[#texts + 1] = block.text end
    return table.concat(texts, "\n")
  end
  local begin = "Peekaboo Warning: `since` could not be used, and all was captured anew: "
  luaunit.assertStrContains(answer "rubbish", begin .. "there is no capture 'rubbish' (any more)")
  luaunit.assertTrue(#answer(("\u{1F600}"):rep(10000)) < 1000)
  luaunit.assertStrContains(answer(id, { scale = 0.5 }), begin .. "that capture was of another target or region")
  id = image(shown).capture_id
  luaunit.assertStrContains(answer(id, { capture_focus = "foreground" }), begin .. "with `capture_focus`")
  paint(0, 0)
  luaunit.assertNotStrContains(answer(id), "Warning")
  image(shown)
  id = image(shown).capture_id
  world.failing.changed = world.fail("DISPLAY_UNAVAILABLE", "gone")
  world.failing.matches = world.fail("CAPTURE_FAILED", "no pixels.")
  luaunit.assertStrContains(answer(id), begin .. "no pixels.\n")
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

function M.test_another_sessions_capture_is_not_known()
  world.session = 1
  local ask = again { app_target = "screen:0", format = "data" }
  luaunit.assertEquals(world.kept_for, 1)
  luaunit.assertTrue(ask().unchanged)
  luaunit.assertNil(ask(function() world.session = 2 end).unchanged)
  luaunit.assertNil(ask(function() world.session = nil end).unchanged)
end

return M
