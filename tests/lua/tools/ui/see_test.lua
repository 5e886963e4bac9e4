local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local shown = { "enabled", "sensitive", "showing", "visible" }

local function element(role, name, x, y, more)
  local made = { id = role .. name .. x, depth = 2, role = role, name = name, states = shown, window = 11, pid = 100,
    bounds = { x = x, y = y, width = 80, height = 24 } }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

local function form()
  return { element("frame", "Inbox", 10, 20, { depth = 1 }), element("button", "Save", 20, 60),
    element("label", "Name", 20, 100), element("text", "", 120, 100, { value = "Ada" }),
    element("button", "Of another window", 20, 140, { window = 12 }),
    element("menu item", "Copy", 20, 180, { window = false }) }
end

function M.setUp()
  world = worlds.server { elements = { [100] = form(), [200] = {} } }
end

local function see(args)
  local result = world.call("see", args or {})
  luaunit.assertNil(result.structured)
  return result.content[1].text, result
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
  return lines
end

function M.test_lists_the_window_in_front_with_a_marked_picture()
  local text, result = see()
  local lines = lines_of(text)
  luaunit.assertStrContains(lines[1], 'window 11 "Inbox: mail')
  luaunit.assertEquals({ lines[2], lines[3], lines[4], lines[5] }, {
    'm1 button "Save" 20,60 80x24', 'm2 label "Name" 20,100 80x24', 'm3 text beside "Name" = "Ada" 120,100 80x24',
    'm4 menu item "Copy" 20,180 80x24',
  })
  luaunit.assertEquals(result.content[#result.content].type, "image")
  luaunit.assertTrue(world.asked "outline 1,2,3,4")
  luaunit.assertEquals(world.outlined[1], { x = 10, y = 40, width = 80, height = 24 })
end

function M.test_a_long_text_is_told_whole_when_it_is_asked_for()
  local long = ("A line of a letter.\n"):rep(10)
  world.elements[100][4].value = long
  luaunit.assertNotStrContains(see(), "Text of")
  luaunit.assertStrContains(see { find = "text" }, "Text of m3:\n" .. long)
  luaunit.assertStrContains(see { find = "text", max_text_bytes = 500 }, "Text of m3:\n" .. long)
  world.elements[100][4].value = long:rep(5)
  luaunit.assertStrContains(see { find = "text", max_text_bytes = 500 }, "of 1000 bytes:\nA line of a letter.\nA line")
end

function M.test_a_window_that_cannot_be_captured_still_tells_its_elements()
  world.failing["capture window 11"] = { code = "CAPTURE_FAILED", message = "not told from others",
    details = { reason = "identity unproven" } }
  local text, result = see()
  luaunit.assertStrContains(text, 'm1 button "Save" 20,60 80x24')
  luaunit.assertStrContains(text, "Left out: the picture (not told from others).")
  luaunit.assertEquals(#result.content, 1)
  world.failing["capture window 11"] = { code = "CAPTURE_FAILED", message = "gone", details = { reason = "other" } }
  luaunit.assertStrContains(see(), "gone")
end

function M.test_pictures_that_a_person_has_not_permitted_hide_no_elements()
  world.failing["capture window 11"] = { code = "PERMISSION_ERROR_SCREEN_RECORDING", message = "no file names it",
    hint = "Run this.", details = { reason = "needs desktop file" } }
  local text = see()
  luaunit.assertStrContains(text, 'm1 button "Save" 20,60 80x24')
  luaunit.assertStrContains(text, "Left out: the picture (no file names it. Run this.).")
end

function M.test_a_window_whose_place_is_not_known_gets_no_marks()
  forms.without_places(world)
  local text, result = see()
  luaunit.assertStrContains(text, "at a place that is not known")
  luaunit.assertStrContains(text, "does not tell which program a window is of")
  luaunit.assertStrContains(text, "not known where it lies")
  luaunit.assertNotStrContains(text, "m1 ")
  luaunit.assertEquals(result.content[#result.content].type, "image")
end

function M.test_the_picture_may_be_plain_or_missing()
  local _, result = see { picture = "plain" }
  luaunit.assertEquals(result.content[#result.content].type, "image")
  luaunit.assertFalse(world.asked "outline")
  _, result = see { picture = "none" }
  luaunit.assertEquals(#result.content, 1)
end

function M.test_an_item_at_no_known_place_has_a_mark_and_no_box()
  local copy = world.elements[100][6]
  copy.bounds, copy.unplaced = nil, true
  local text = see()
  luaunit.assertStrContains(text, 'm4 menu item "Copy" at a place that is not known')
  luaunit.assertStrContains(text, "act on its items by mark")
  luaunit.assertTrue(world.asked "outline 1,2,3")
end

function M.test_what_is_missing_is_counted()
  luaunit.assertStrContains(see { max_elements = 1 }, "3 more are not listed")
  local text = see { find = "button" }
  luaunit.assertStrContains(text, "Save")
  luaunit.assertNotStrContains(text, "Name")
end

function M.test_what_fits_nothing_is_said_with_what_there_is()
  local text = see { find = "Order" }
  luaunit.assertStrContains(text,
    "Nothing fits 'Order'. Without `find` there are 4: 1 button, 1 label, 1 menu item, 1 text.")
end

function M.test_a_window_without_elements_and_words_does_not_contradict_itself()
  world.failing.elements = world.fail("UNSUPPORTED", "program 100 does not offer its elements", nil, "Start it anew.")
  world.lines = {}
  local text = see()
  luaunit.assertStrContains(text, "No words can be read in the picture either")
  luaunit.assertNotStrContains(text, "Words were read")
end

function M.test_marks_of_a_screen_name_their_window()
  local text = see { app_target = "screen:0" }
  luaunit.assertStrContains(text, 'button "Save" 20,60 80x24 in window 11')
  luaunit.assertStrContains(text, 'window 11 "Inbox')
  luaunit.assertNotStrContains(see(), "in window 11")
end

-- Has the program tell no elements, its window be at a place, and the picture of it begin at 0,0.
local function begins_at_zero(x, y, width, height)
  world.failing.elements = world.fail("UNSUPPORTED", "program 100 does not offer its elements")
  world.lines = { { text = "File", confidence = 90, bounds = { x = 5, y = 6, width = 30, height = 10 } } }
  local bounds = world.windows[1].bounds
  bounds.x, bounds.y = x, y
  local capture = package.loaded.screen.capture
  package.loaded.screen.capture = function(...)
    local picture = capture(...)
    picture.origin = { x = 0, y = 0, width = width or bounds.width + x, height = height or bounds.height + y }
    return picture
  end
end

function M.test_words_get_no_marks_where_the_place_of_the_picture_is_not_known()
  begins_at_zero(50, 60, 350, 250)
  local text = see()
  luaunit.assertStrContains(text, "not known where it lies")
  luaunit.assertNotStrContains(text, "read in the picture")
end

function M.test_words_get_marks_in_a_window_that_reaches_beyond_the_corner()
  begins_at_zero(-20, -30)
  luaunit.assertStrContains(see(), 'm1 text "File" 5,6 30x10 read in the picture')
end

function M.test_elements_with_places_are_not_said_to_have_none()
  world.elements[100] = { element("frame", "Inbox", 10, 20, { depth = 1 }) }
  luaunit.assertNotStrContains(see(), "without a known place")
  world.elements[100][1].bounds = nil
  luaunit.assertStrContains(see(), "1 element without a known place")
end

function M.test_words_are_read_where_a_program_tells_no_elements()
  world.failing.elements = world.fail("UNSUPPORTED", "program 100 does not offer its elements", nil, "Start it anew.")
  world.lines = { { text = "File", confidence = 90, bounds = { x = 5, y = 6, width = 30, height = 10 } },
    { text = "|", confidence = 90, bounds = { x = 5, y = 30, width = 3, height = 30 } },
    { text = "ilI", confidence = 10, bounds = { x = 5, y = 50, width = 30, height = 10 } } }
  local text = see()
  luaunit.assertStrContains(text, 'm1 text "File" 15,26 30x10 read in the picture')
  luaunit.assertStrContains(text, "does not offer its elements. Start it anew.")
  luaunit.assertNotStrContains(text, "m2 ")
end

function M.test_other_failures_are_failures()
  world.failing.elements = world.fail("POLICY_DENIED", "window 11 is excluded by the policy")
  local result = world.call("see", {})
  luaunit.assertTrue(result.is_error)
  luaunit.assertEquals(result.meta.backend_error_code, "POLICY_DENIED")
end

function M.test_since_tells_only_what_is_different()
  local before = see():match 'since = "(see%d+)"'
  luaunit.assertStrContains(see { since = before }, "Nothing came, went or changed.")
  world.elements[100][2].name = "Save all"
  world.elements[100][3] = element("link", "More", 20, 100)
  local text = see { since = before }
  luaunit.assertStrContains(text, 'changed m1 button "Save all" 20,60 80x24')
  luaunit.assertStrContains(text, 'new m5 link "More" 20,100 80x24')
  luaunit.assertStrContains(text, 'gone m2 label "Name" 20,100 80x24')
  luaunit.assertNotStrContains(text, "Copy")
  local result = world.call("see", { since = "see99" })
  luaunit.assertEquals(result.meta.backend_error_code, "INVALID_ARGUMENT")
end

function M.test_what_only_fell_out_of_the_list_is_neither_gone_nor_new()
  local before = see({ max_elements = 1 }):match 'since = "(see%d+)"'
  local text = see { since = before, max_elements = 100 }
  luaunit.assertStrContains(text, "Nothing came, went or changed.")
  before = see({}):match 'since = "(see%d+)"'
  table.insert(world.elements[100], 2, element("button", "First", 20, 40))
  text = see { since = before, max_elements = 1 }
  luaunit.assertStrContains(text, 'button "First"')
  luaunit.assertNotStrContains(text, "gone")
end

function M.test_a_cut_search_says_so()
  luaunit.assertStrContains(see { find = "nosuch" }, "Nothing fits 'nosuch'.")
  world.left_out = { "PID 100 did not answer everything within 2 s" }
  luaunit.assertStrContains(see { find = "nosuch" }, "'nosuch' was not found in what was read.")
end

function M.test_a_field_is_a_text_and_an_entry()
  world.elements[100][3] = element("entry", "", 20, 100)
  for _, role in ipairs { "entry", "text" } do luaunit.assertStrContains(see { find = role }, "entry") end
end

function M.test_a_screen_shows_the_elements_that_nothing_covers()
  world.windows[2].bounds = { x = 0, y = 50, width = 100, height = 40 }
  table.insert(world.windows, 1, table.remove(world.windows, 2))
  world.elements[301], world.elements[300] = {}, {}
  local text = see { app_target = "screen:0" }
  luaunit.assertNotStrContains(text, '"Save"')
  luaunit.assertStrContains(text, '"Name"')
end

return M
