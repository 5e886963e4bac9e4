local luaunit = require "luaunit"
local modules = require "fakes.modules"
local worlds = require "fakes.world"

local M = {}
local world, fit

function M.setUp()
  world = worlds.fresh { density = 2 }
  fit = require "capture.budget"
end

local function picture(width, height)
  world.displays = { { id = 0, bounds = { x = 5, y = 6, width = width, height = height } } }
  return modules.screen(world).capture("display", { id = 0, timeout = 1 })
end

local function limits(values)
  return fit.limits { max_width = values[1] or 0, max_height = values[2] or 0, max_bytes = values[3] or 0 }
end

local function shaped(pictures, values, options)
  local views, within = {}, limits(values)
  for i, each in ipairs(pictures) do
    views[i] = fit.view(each, within, {
      kind = options and options.kind or "png", changeable = options and options.changeable, count = #pictures,
    })
  end
  fit.share(views, within)
  return views
end

function M.test_sizes_as_base64()
  for size, expected in pairs { [0] = 0, [1] = 4, [3] = 4, [4] = 8, [300] = 400 } do
    luaunit.assertEquals(fit.base64_size { size = size }, expected)
  end
end

function M.test_the_call_wins_over_the_environment()
  world.environment = { PEEKABOO_MAX_IMAGE_BYTES = "500", PEEKABOO_MAX_IMAGE_DIMENSION = "70" }
  local found = fit.limits { max_width = 0, max_bytes = 900 }
  luaunit.assertEquals(found, {
    max_width = { name = "max_width" }, max_height = { name = "PEEKABOO_MAX_IMAGE_DIMENSION", argument = "max_height" },
    max_bytes = { value = 900, name = "max_bytes" },
  })
  luaunit.assertEquals(fit.limits({ max_height = 300 }).max_height, { value = 300, name = "max_height" })
  luaunit.assertNil(fit.limits({ max_height = 300 }).max_width.value)
  luaunit.assertEquals(fit.limits({ max_bytes = 9 }).max_width.value, 70)
  luaunit.assertNil(fit.file_limits({ max_width = 5 }).max_bytes.value)
  luaunit.assertEquals(fit.file_limits({ max_width = 5 }).max_width, { value = 5, name = "--max-width" })
end

function M.test_shares_are_fair()
  for _, case in ipairs {
    { { 10, 20, 30 }, 60, { 10, 20, 30 } }, { { 10, 90, 90 }, 100, { 10, 45, 45 } },
    { { 90, 10, 90 }, 30, { 10, 10, 10 } }, { { 50, 40 }, 60, { 30, 30 } }, { { 5 }, 1, { 1 } },
    { { 7, 7, 7 }, 2, { 0, 1, 1 } }, { {}, 5, {} },
  } do
    local shares, sum = fit.shares(case[1], case[2]), 0
    for _, share in ipairs(shares) do sum = sum + share end
    luaunit.assertTrue(sum <= case[2], "more than there is")
    table.sort(shares)
    table.sort(case[3])
    luaunit.assertEquals(shares, case[3])
  end
end

function M.test_nothing_is_done_without_need()
  local view = shaped({ picture(100, 50) }, {})[1]
  luaunit.assertEquals({ view.map.width, view.map.scale, view.factor, next(view.limited_by) }, { 100, 1, 1, nil })
  luaunit.assertFalse(world.asked "fit")
  luaunit.assertNil(view.source)
end

function M.test_sides()
  local view = shaped({ picture(100, 50) }, { 40, 30 })[1]
  luaunit.assertEquals(view.map, { width = 40, height = 20, scale = 0.4, origin = { x = 5, y = 6 } })
  luaunit.assertEquals(view.limited_by, { max_width = "max_width" })
  view = shaped({ picture(100, 50) }, { 40, 10 })[1]
  luaunit.assertEquals({ view.map.width, view.map.height }, { 20, 10 })
end

function M.test_bytes_are_met_by_scaling_first()
  for room = 20000, 3000, -700 do
    local view = shaped({ picture(100, 100) }, { 0, 0, room })[1]
    luaunit.assertTrue(view.bytes <= room, room)
    luaunit.assertTrue(view.bytes > room * 0.5 or room > 26000, "scaled down further than needed: " .. view.bytes)
    luaunit.assertEquals(view.limited_by, { max_bytes = "max_bytes" })
    if view.factor > 0.5 then luaunit.assertNil(view.recipe.words) end
  end
end

-- Scaled text has grey edges: more bytes for each pixel than the whole picture has.
function M.test_few_pictures_are_made_on_the_way()
  for edges = 1, 1.5, 0.1 do
    for _, part in ipairs { 0.9, 0.7, 0.5 } do
      world.requests = {}
      world.encoded = function(_, made)
        local factor = made.scale < 1 and edges * made.scale ^ 1.85 or 1
        return ("."):rep(math.floor(30000 * factor))
      end
      local view = shaped({ picture(100, 100) }, { 0, 0, math.floor(40000 * part) })[1]
      local made = 0
      for _, request in ipairs(world.requests) do made = made + (request:match("^encode png") and 1 or 0) end
      luaunit.assertTrue(made <= 3, made)
      luaunit.assertTrue(edges < 1.4 or made == 2, made)
      luaunit.assertTrue(view.bytes <= 40000 * part and view.bytes > 40000 * part * 0.7)
      luaunit.assertNil(view.scaled)
    end
  end
end

function M.test_what_stronger_compression_cannot_save_is_not_tried()
  local function asked(room)
    world.requests = {}
    shaped({ picture(100, 100) }, { 0, 0, room }, { changeable = true })
    local made = 0
    for _, request in ipairs(world.requests) do made = made + (request == "encode png" and 1 or 0) end
    return made
  end
  world = worlds.fresh { density = 2 }
  local tried, spared = asked(5500), asked(3000)
  luaunit.assertEquals({ tried, spared }, { 3, 2 })
end

function M.test_then_by_compressing_when_it_may_be()
  local view = shaped({ picture(100, 100) }, { 0, 0, 5500 })[1]
  luaunit.assertEquals({ view.recipe.words, view.factor }, { "compressed more strongly", 0.5 })
  view = shaped({ picture(100, 100) }, { 0, 0, 3000 }, { changeable = true })[1]
  luaunit.assertEquals({ view.blob.media_type, view.factor }, { "image/jpeg", 0.5 })
  view = shaped({ picture(100, 100) }, { 0, 0, 3000 })[1]
  luaunit.assertEquals(view.blob.media_type, "image/png")
  luaunit.assertTrue(view.factor < 0.5)
  view = shaped({ picture(100, 100) }, { 0, 0, 1500 }, { kind = "jpg" })[1]
  luaunit.assertEquals({ view.blob.media_type, view.recipe.words, view.factor },
    { "image/jpeg", "compressed as JPEG of quality 45", 0.5 })
end

function M.test_several_share_the_bytes()
  local views = shaped({ picture(100, 100), picture(10, 10), picture(80, 80) }, { 0, 0, 20000 })
  local total = 0
  for _, view in ipairs(views) do total = total + view.bytes end
  luaunit.assertTrue(total <= 20000, total)
  luaunit.assertEquals(views[2].factor, 1)
  luaunit.assertTrue(views[1].factor < 1 and views[3].factor < 1)
end

function M.test_what_cannot_fit_is_as_small_as_it_can_be()
  for _, room in ipairs { 1, 10 } do
    local view = shaped({ picture(100, 60) }, { 0, 0, room })[1]
    luaunit.assertNotNil(view.blob)
    luaunit.assertEquals({ view.room, view.map.width }, { room, 16 })
  end
  local least = shaped({ picture(100, 60) }, { 0, 0, 1 })[1].bytes
  luaunit.assertNil(shaped({ picture(100, 60) }, { 0, 0, least })[1].room)
end

function M.test_what_is_too_large_for_jpeg_is_png()
  local long = picture(70000, 10)
  luaunit.assertEquals(shaped({ long }, { 66000 }, { kind = "jpg" })[1].blob.media_type, "image/png")
  luaunit.assertEquals(shaped({ long }, { 65500 }, { kind = "jpg" })[1].blob.media_type, "image/jpeg")
  local view = shaped({ long }, { 0, 0, 400000 }, { changeable = true })[1]
  luaunit.assertTrue(view.bytes <= 400000 or view.room ~= nil)
end

function M.test_the_work_is_bounded()
  shaped({ picture(4000, 3000) }, { 0, 0, 100 }, { changeable = true })
  local encodings = 0
  for _, request in ipairs(world.requests) do encodings = encodings + (request:match("^encode") and 1 or 0) end
  luaunit.assertTrue(encodings <= 20, encodings)
end

local function limit_of(value, stated)
  return { max_bytes = { value = value, name = "x", argument = not stated and "max_bytes" or nil } }
end

function M.test_what_stands_beside_the_pictures_counts()
  luaunit.assertEquals(fit.room(limit_of(1000000), 0), 1000000)
  luaunit.assertEquals(fit.room(limit_of(1000000), 30000), 970000)
  luaunit.assertEquals(fit.room(limit_of(1000000), 1e9), 500000)
  luaunit.assertEquals(fit.room(limit_of(1000000), math.huge), 500000)
end

function M.test_a_smaller_limit_is_for_the_pictures()
  luaunit.assertEquals(fit.room(limit_of(60000), 30000), 60000)
  luaunit.assertEquals(fit.room(limit_of(980000), 30000), 970000)
end

function M.test_who_states_more_gets_it()
  luaunit.assertEquals(fit.room(limit_of(5000000), 30000), 5000000)
  luaunit.assertEquals(fit.room(limit_of(1000000, true), 30000), 1000000)
  luaunit.assertNil(fit.room(limit_of(nil), 30000))
end

function M.test_names_and_paths_are_said_more_than_once()
  local plain = fit.beside { {} }
  local named = fit.beside({ { label = ("l"):rep(100), title = ("t"):rep(200), path = ("p"):rep(50) } },
    { ("m"):rep(10) })
  luaunit.assertTrue(named >= plain + 5 * 300 + 3 * 50 + 10)
end

return M
