local luaunit = require "luaunit"
local picture_map = require "tools.computer.common.picture_map"

local M = {}

-- Sizes of desktops and of the pictures that show them, the place of the desktop apart.
local function each_map(run)
  for _, size in ipairs { { 1280, 800, 1280, 800 }, { 1920, 1080, 1280, 720 }, { 3840, 2160, 1280, 720 },
    { 3200, 1080, 1280, 432 }, { 1366, 768, 1280, 720 }, { 1281, 801, 1280, 800 }, { 5760, 1081, 1280, 241 } } do
    run { area = { x = -7, y = 13, width = size[1], height = size[2] }, width = size[3], height = size[4] }
  end
end

function M.test_a_pixel_comes_back()
  each_map(function(map)
    for x = 0, map.width - 1 do
      local y = x % map.height
      luaunit.assertEquals(picture_map.to_picture(map, picture_map.to_desktop(map, x, y)), { x = x, y = y })
    end
  end)
end

-- A pixel of the picture shows the desktop from x * W / w up to (x + 1) * W / w.
function M.test_a_pixel_means_what_it_shows()
  each_map(function(map)
    for x = 0, map.width - 1 do
      local at = picture_map.to_desktop(map, x, 0).x - map.area.x
      luaunit.assertTrue(at + 1 > x * map.area.width / map.width and at < (x + 1) * map.area.width / map.width)
      luaunit.assertTrue(at >= 0 and at < map.area.width)
    end
  end)
end

function M.test_every_desktop_pixel_is_shown_by_one_pixel()
  each_map(function(map)
    local last = -1
    for x = 0, map.area.width - 1 do
      local shown = picture_map.to_picture(map, { x = map.area.x + x, y = map.area.y }).x
      luaunit.assertTrue(shown == last or shown == last + 1)
      last = shown
    end
    luaunit.assertEquals(last, map.width - 1)
  end)
end

function M.test_rectangles_hold_all_that_their_pixels_show()
  each_map(function(map)
    luaunit.assertEquals(picture_map.rectangle(map, 0, 0, map.width, map.height), map.area)
    local part = picture_map.rectangle(map, 3, 5, 17, 11)
    luaunit.assertTrue(part.x - map.area.x <= 3 * map.area.width / map.width)
    luaunit.assertTrue(part.x + part.width - map.area.x >= 17 * map.area.width / map.width)
  end)
end

return M
