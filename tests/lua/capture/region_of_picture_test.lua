local calls = require "fakes.image_calls"
local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server { caller = "mcp" }
  world.from_screen = true
end

local function image(args)
  args.format = "data"
  return world.call("image", args)
end

-- The URI of the picture at `place`, counted from 1.
local function link_of(result, place)
  local links = {}
  for _, block in ipairs(result.content) do
    if block.type == "resource_link" and block.uri:match("^peekaboo:") then links[#links + 1] = block.uri end
  end
  return links[place or 1] or error "the result links to no such picture"
end

local function rectangle(x, y, width, height, of)
  return { x = x, y = y, width = width, height = height, of = of }
end

-- The only picture of a result, as what was captured and {x, y, width, height}.
local function only(result)
  luaunit.assertNil(result.is_error, result.content[1].text)
  luaunit.assertEquals(#result.structured.images, 1)
  local row = result.structured.images[1]
  return row.window_id, { row.origin.x, row.origin.y, row.width, row.height }
end

local function said(result)
  return table.concat(calls.texts(result), "\n")
end

function M.test_a_region_of_a_scaled_picture()
  local uri = link_of(image { app_target = "screen:1", scale = 0.5 })
  world.requests = {}
  local result = image { region = { x = 10, y = 21, width = 3, height = 5, of = uri } }
  luaunit.assertNil(result.is_error)
  local shown = result.structured.images[1]
  -- Screen 1 begins at 1920, 0 of the desktop.
  luaunit.assertEquals({ shown.origin.x, shown.origin.y, shown.width, shown.height }, { 1940, 42, 6, 10 })
  luaunit.assertEquals(#result.structured.images, 1)
end

function M.test_what_cannot_be_found()
  local unknown = image { region = { x = 0, y = 0, width = 1, height = 1, of = "peekaboo://captures/none" } }
  luaunit.assertTrue(unknown.is_error)
  luaunit.assertStrContains(unknown.content[1].text, "no picture 'peekaboo://captures/none'")
  local uri = link_of(image { app_target = "screen:0" })
  local outside = image { region = { x = 100000, y = 0, width = 1, height = 1, of = uri } }
  luaunit.assertStrContains(outside.content[1].text, "region outside the picture, which has")
end

function M.test_a_picture_is_forgotten_after_ten_minutes()
  local uri = link_of(image { app_target = "screen:0" })
  world.seconds = world.seconds + 601
  luaunit.assertTrue(image({ region = { x = 0, y = 0, width = 1, height = 1, of = uri } }).is_error)
end

function M.test_only_the_window_of_that_picture()
  local both = image { app_target = "XTerm" }
  luaunit.assertEquals(#both.structured.images, 2)
  for i, row in ipairs(both.structured.images) do
    local id, place = only(image { region = rectangle(5, 6, 7, 8, link_of(both, i)) })
    luaunit.assertEquals(id, row.window_id)
    luaunit.assertEquals(place, { 15, 26, 7, 8 })
  end
end

function M.test_whatever_is_in_front_now()
  for _, target in ipairs {
    "frontmost", "Firefox:WINDOW_INDEX:0", "Firefox:WINDOW_TITLE:Inbox", "firefox", "PID:100",
  } do
    M.setUp()
    local uri = link_of(image { app_target = target })
    world.windows[1].active, world.windows[2].active = false, true
    world.windows[1].title = "Another title"
    world.windows[1], world.windows[3] = world.windows[3], world.windows[1]
    local result = image { region = rectangle(5, 6, 7, 8, uri) }
    luaunit.assertEquals((only(result)), 11)
    luaunit.assertNotStrContains(said(result), "since that picture")
    -- A named target is what it means now.
    luaunit.assertEquals((only(image { region = rectangle(5, 6, 7, 8, uri), app_target = "frontmost" })), 31)
  end
end

function M.test_the_region_goes_with_its_window()
  local uri = link_of(image { app_target = "frontmost", scale = 0.5 })
  world.windows[1].bounds = { x = 50, y = 13, width = 300, height = 200 }
  local result = image { region = rectangle(10, 20, 5, 5, uri) }
  luaunit.assertEquals({ only(result) }, { 11, { 70, 53, 10, 10 } })
  luaunit.assertStrContains(said(result), "The window has moved by +40,-7 since that picture.")
  -- A closer picture knows where the window was when it was made.
  local closer = link_of(result)
  result = image { region = rectangle(2, 3, 4, 5, closer) }
  luaunit.assertEquals({ only(result) }, { 11, { 72, 56, 4, 5 } })
  luaunit.assertNotStrContains(said(result), "moved")
  world.windows[1].bounds = { x = 0, y = 0, width = 300, height = 200 }
  result = image { region = rectangle(2, 3, 4, 5, closer) }
  luaunit.assertEquals({ only(result) }, { 11, { 22, 43, 4, 5 } })
  luaunit.assertStrContains(said(result), "The window has moved by -50,-13 since that picture.")
end

function M.test_a_window_of_another_size()
  local uri = link_of(image { app_target = "frontmost" })
  world.windows[1].bounds = { x = 11, y = 20, width = 250, height = 150 }
  local result = image { region = rectangle(200, 100, 100, 100, uri) }
  luaunit.assertEquals({ only(result) }, { 11, { 211, 120, 50, 50 } })
  luaunit.assertStrContains(said(result), "The window has moved by +1,+0 and been resized from 300×200 to 250×150 "
    .. "since that picture.\nThe region is cut to what is there.")
  result = image { region = rectangle(0, 0, 10, 10, uri) }
  luaunit.assertNotStrContains(said(result), "is cut")
  calls.failed(world, { region = rectangle(260, 0, 10, 10, uri) }, "INVALID_ARGUMENT",
    "been resized from 300×200 to 250×150 since that picture; nothing of the region is left")
end

function M.test_a_window_that_is_gone()
  local uri = link_of(image { app_target = "Text Editor" })
  local region = rectangle(0, 0, 1, 1, uri)
  local closed = table.remove(world.windows, 4)
  calls.failed(world, { region = region }, "WINDOW_NOT_FOUND", '"notes.txt" (21)', "Capture again")
  -- An id is given anew once its program has ended.
  world.windows[4] = worlds.window(21, 300, "root@host")
  calls.failed(world, { region = region }, "WINDOW_NOT_FOUND")
  world.windows[4] = closed
  luaunit.assertEquals((only(image { region = region })), 21)
end

function M.test_the_edge_of_the_picture()
  local uri = link_of(image { max_bytes = 0 }) -- every screen
  local result = image { region = rectangle(1900, 10, 100, 5, uri) }
  luaunit.assertEquals({ only(result) }, { nil, { 1900, 10, 20, 5 } })
  luaunit.assertStrContains(said(result), "The region is cut to the picture, which has 1920×1080 pixels.")
  uri = link_of(image { app_target = "frontmost", scale = 0.3 })
  result = image { region = rectangle(80, -5, 100, 10, uri) }
  luaunit.assertEquals({ only(result) }, { 11, { 276, 20, 34, 17 } })
  luaunit.assertStrContains(said(result), "which has 90×60 pixels")
  uri = link_of(image { app_target = "frontmost", region = rectangle(50, 60, 11, 11), scale = 0.5 })
  result = image { region = rectangle(0, 0, 6, 6, uri) }
  luaunit.assertEquals({ only(result) }, { 11, { 50, 60, 11, 11 } })
  luaunit.assertNotStrContains(said(result), "cut to")
end

function M.test_a_screen_that_is_elsewhere()
  local uri = link_of(image { app_target = "screen:1" })
  world.displays[2].bounds = { x = 0, y = 1080, width = 1280, height = 1024 }
  local result = image { region = rectangle(1, 2, 3, 4, uri) }
  luaunit.assertEquals({ only(result) }, { nil, { 1, 1082, 3, 4 } })
  luaunit.assertStrContains(said(result), "The screen has moved by -1920,+1080 since that picture.")
  table.remove(world.displays)
  calls.failed(world, { region = rectangle(1, 2, 3, 4, uri) }, "DISPLAY_NOT_FOUND")
end

function M.test_what_is_closer_is_asked_for_again()
  local region = rectangle(1, 2, 30, 40, link_of(image { app_target = "Firefox:WINDOW_INDEX:0" }))
  local id = image({ region = region }).structured.capture_id
  luaunit.assertTrue(image({ region = region, since = id }).structured.unchanged)
  world.windows[1], world.windows[3] = world.windows[3], world.windows[1]
  luaunit.assertTrue(image({ region = region, since = id }).structured.unchanged)
  world.windows[3].bounds = { x = 11, y = 20, width = 300, height = 200 }
  luaunit.assertEquals((only(image { region = region, since = id })), 11)
end

function M.test_the_window_is_brought_to_the_front_when_asked_for()
  local uri = link_of(image { app_target = "Text Editor" })
  world.requests = {}
  image { region = rectangle(0, 0, 1, 1, uri), capture_focus = "foreground" }
  luaunit.assertTrue(world.asked "focus 21")
end

function M.test_no_picture_is_named()
  for _, unset in ipairs { "", json.null } do
    luaunit.assertEquals({ only(image { app_target = "frontmost", region = rectangle(20, 30, 5, 6, unset) }) },
      { 11, { 20, 30, 5, 6 } })
  end
end

function M.test_another_sessions_picture_is_not_known()
  world.session = 1
  local uri = link_of(image { app_target = "screen:0" })
  local function zoom() return image { region = rectangle(0, 0, 1, 1, uri) } end
  luaunit.assertNil(zoom().is_error)
  world.session = 2
  luaunit.assertStrContains(zoom().content[1].text, "no picture '")
  world.session = nil
  luaunit.assertTrue(zoom().is_error)
end

return M
