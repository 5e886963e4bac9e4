local computer = require "fakes.computer"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = computer.world() end

function M.test_clicks()
  for tool, case in pairs {
    left_click = { "click", "button=left count=1" }, double_click = { "double-click", "button=left count=2" },
    triple_click = { "triple-click", "button=left count=3" },
    middle_click = { "click with the middle button", "button=middle count=1" },
    right_click = { "click with the right button", "button=right count=1" },
  } do
    world = computer.world()
    local words, click = case[1], case[2]
    luaunit.assertStrContains(computer.done(world, tool, { coordinate = { 40, 40 } }),
      ("Done: %s at 40,40 in window 11"):format(words))
    luaunit.assertTrue(world.asked(("click 91,81 %s window=11"):format(click)), tool)
    computer.done(world, tool, { coordinate = { 40, 40 }, text = "ctrl+shift" })
    luaunit.assertTrue(world.asked(("click 91,81 %s window=11 ctrl+shift"):format(click)), tool)
    computer.fails(world, "INVALID_ARGUMENT", tool, { coordinate = { 40, 40 }, text = "crtl" })
    world = computer.world()
    luaunit.assertStrContains(computer.done(world, tool), "at 12,16 in window 11")
    luaunit.assertTrue(world.asked("click 20,20 " .. click), tool)
  end
end

function M.test_the_cursor_is_told_in_pixels_of_the_picture()
  luaunit.assertEquals(computer.done(world, "cursor_position"), "X=12,Y=16")
  computer.done(world, "mouse_move", { coordinate = { 700, 300 } })
  luaunit.assertEquals(computer.done(world, "cursor_position"), "X=700,Y=300")
end

function M.test_the_button_is_held_where_the_pointer_is()
  luaunit.assertStrContains(computer.done(world, "mouse_move", { coordinate = { 40, 40 } }), "the pointer is there")
  luaunit.assertTrue(world.asked "move 101,101")
  luaunit.assertStrContains(computer.done(world, "left_mouse_down"), "until `left_mouse_up`")
  luaunit.assertTrue(world.asked "press_button 91,81 window=11")
  luaunit.assertStrContains(computer.done(world, "left_mouse_up"), "the button is up")
  luaunit.assertTrue(world.asked "release_button 101,101")
  world.failing.release_button = world.fail("INTERRUPTED", "button is up already")
  computer.fails(world, "INTERRUPTED", "left_mouse_up")
end

function M.test_drags_from_a_place_to_another()
  local text = computer.done(world, "left_click_drag",
    { start_coordinate = { 40, 40 }, coordinate = { 50, 40 }, text = "alt" })
  luaunit.assertStrContains(text, "drag to 50,40 from at 40,40")
  luaunit.assertTrue(world.asked "drag 91,81 116,81 window=11 alt")
  world.requests = {}
  local _, details = computer.fails(world, "INVALID_ARGUMENT", "left_click_drag",
    { start_coordinate = { 40, 40 }, coordinate = { 1280, 40 } })
  luaunit.assertEquals(details.field, "coordinate")
  luaunit.assertFalse(world.asked "drag")
end

function M.test_turns_the_wheel()
  computer.done(world, "scroll", { coordinate = { 40, 40 }, scroll_direction = "up", scroll_amount = 3 })
  luaunit.assertTrue(world.asked "scroll 91,81 window=11 down=-3")
  computer.done(world, "scroll", { scroll_direction = "right", scroll_amount = 1, text = "shift" })
  luaunit.assertTrue(world.asked "scroll 20,20 window=11 right=1 shift")
end

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
  computer.done(world, "key", { text = "Down", ["repeat"] = 3 })
  luaunit.assertTrue(world.asked "press FF54 count=3 window=11")
  luaunit.assertStrContains(computer.fails(world, "INVALID_ARGUMENT", "key", { text = "Retrun" }), "return")
end

function M.test_holds_a_key()
  luaunit.assertStrContains(computer.done(world, "hold_key", { text = "shift+Right", duration = 2 }), "for 2 s")
  luaunit.assertTrue(world.asked "press FF53 hold=2 window=11 shift")
end

function M.test_types_into_the_window_that_had_the_focus()
  luaunit.assertStrContains(computer.done(world, "type", { text = "Grüße" }), "type 5 characters in window 11")
  luaunit.assertTrue(world.asked "type Grüße window=11")
end

function M.test_types_into_the_window_of_the_last_click()
  local place = { x = 400, y = 400, width = 100, height = 100 }
  world.windows[1].bounds, world.windows[1].frame = place, place
  computer.done(world, "screenshot")
  computer.done(world, "left_click", { coordinate = { 40, 40 } })
  computer.done(world, "type", { text = "a" })
  luaunit.assertTrue(world.asked "type a window=31")
end

function M.test_waits()
  local before = world.seconds
  luaunit.assertEquals(computer.done(world, "wait", { duration = 2.5 }), "Waited 2.5 s.")
  luaunit.assertEquals(world.seconds - before, 2.5)
end

function M.test_a_screenshot_is_the_desktop_in_one_size()
  world.requests = {}
  local _, content = computer.done(world, "screenshot")
  luaunit.assertEquals({ content[1].type, content[1].mimeType, #content }, { "image", "image/png", 1 })
  luaunit.assertTrue(world.asked "capture desktop")
  world.excluded_windows = 2
  _, content = computer.done(world, "screenshot")
  luaunit.assertStrContains(content[2].text, "2")
  world.failing["capture desktop nil"] = world.fail("POLICY_DENIED", "captures are stopped")
  luaunit.assertStrContains(computer.fails(world, "POLICY_DENIED", "screenshot"), "stopped")
end

function M.test_a_screenshot_becomes_smaller_in_bytes_and_not_in_pixels()
  world = computer.world { density = 3, environment = { PEEKABOO_MAX_IMAGE_BYTES = "1000000" } }
  local _, content = computer.done(world, "screenshot")
  luaunit.assertEquals(content[1].mimeType, "image/jpeg")
  computer.done(world, "left_click", { coordinate = { 1279, 431 } })
end

function M.test_zoom_shows_what_the_region_shows()
  local captured
  local screen = require "screen"
  local capture = screen.capture
  screen.capture = function(kind, options)
    captured = options.region
    return capture(kind, options)
  end
  local _, content = computer.done(world, "zoom", { region = { 0, 0, 10, 11 } })
  luaunit.assertEquals(content[1].type, "image")
  luaunit.assertEquals(captured, { x = 0, y = 0, width = 25, height = 28 })
  -- Coordinates stay those of the screenshot.
  computer.done(world, "left_click", { coordinate = { 40, 40 } })
  luaunit.assertTrue(world.asked "click 91,81")
end

function M.test_regions_that_there_are_not()
  for _, region in ipairs { { 0, 0, 1281, 10 }, { 5, 5, 5, 10 }, { -1, 0, 5, 5 }, { 1, 2, 3 } } do
    local _, details = computer.fails(world, "INVALID_ARGUMENT", "zoom", { region = region })
    luaunit.assertEquals(details.field, "region")
  end
end

return M
