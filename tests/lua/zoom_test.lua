local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server { caller = "mcp" }
  world.method = "root"
end

local function image(args)
  args.format = "data"
  return world.call("image", args)
end

local function link_of(result)
  for _, block in ipairs(result.content) do
    if block.type == "resource_link" and block.uri:match("^peekaboo:") then return block.uri end
  end
  error "the result links to no picture"
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
  luaunit.assertStrContains(unknown.content[1].text, "There is no picture 'peekaboo://captures/none'")
  local uri = link_of(image { app_target = "screen:0" })
  local outside = image { region = { x = 100000, y = 0, width = 1, height = 1, of = uri } }
  luaunit.assertStrContains(outside.content[1].text, "The region lies outside the picture, which has")
end

function M.test_a_picture_is_forgotten_after_ten_minutes()
  local uri = link_of(image { app_target = "screen:0" })
  world.seconds = world.seconds + 601
  luaunit.assertTrue(image({ region = { x = 0, y = 0, width = 1, height = 1, of = uri } }).is_error)
end

return M
