local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local function rectangle(x, y, width, height)
  return { x = x, y = y, width = width, height = height }
end

function M.setUp()
  world = worlds.server()
end

local function images(result)
  local found = {}
  for _, item in ipairs(result.content) do
    if item.type == "image" then found[#found + 1] = item end
  end
  return found
end

local function total_bytes(result)
  local total = 0
  for _, image in ipairs(images(result)) do total = total + #image.data:bytes() * 4 / 3 end
  return total
end

function M.test_a_region_of_a_window()
  local result = world.call("image", { app_target = "Text Editor", region = rectangle(60, 50, 100, 40) })
  luaunit.assertEquals(calls.texts(result)[2],
    '"notes.txt" shows the region [60,50 100×40]. Screen x = 60 + image x, screen y = 50 + image y.')
  local row = { width = 100, height = 40, origin = { x = 60, y = 50 }, scale = 1, item_label = "notes.txt",
    app_name = "Text Editor", window_title = "notes.txt", window_id = 21 }
  luaunit.assertEquals(images(result)[1].metadata, row)
  row.mime_type = "image/png"
  luaunit.assertEquals(result.structured.images, { row })
end

function M.test_a_region_is_cut_to_the_target()
  local result = world.call("image", { app_target = "Text Editor", region = rectangle(0, 0, 100, 100) })
  luaunit.assertStrContains(calls.texts(result)[2],
    "shows the region [10,20 90×80], the part of [0,0 100×100] that lies inside the target.")
  calls.failed(world, { app_target = "Text Editor", region = rectangle(900, 0, 9, 9) },
    "INVALID_ARGUMENT", "outside")
  calls.failed(world, { region = rectangle(-900, 0, 9, 9) }, "INVALID_ARGUMENT",
    "region [-900,0 9×9] outside every screen", "Available screens: 0 (HDMI-1")
end

function M.test_a_region_of_the_screens()
  local result = world.call("image", { region = rectangle(1900, 10, 10, 20) })
  luaunit.assertEquals(calls.kinds(result), "text text")
  luaunit.assertEquals(#result.structured.saved_files, 1)
  luaunit.assertEquals(result.structured.saved_files[1].origin, { x = 1900, y = 10 })
  luaunit.assertEquals(result.structured.images, {})
  result = world.call("image", { format = "data", region = rectangle(1900, 10, 100, 20) })
  luaunit.assertEquals(calls.kinds(result), "text text image image")
end

function M.test_scale_holds_for_files_too()
  local result = world.call("image", { app_target = "screen:1", scale = 0.25, path = "/out/a.png" })
  luaunit.assertEquals(calls.kinds(result), "text text image")
  luaunit.assertEquals(calls.texts(result)[2], "Display 2 (screen:1) is scaled down from 1280×1024 to 320×256 pixels "
    .. "(scale 0.25). Screen x = 1920 + image x / 0.25, screen y = 0 + image y / 0.25.")
  local file = result.structured.saved_files[1]
  luaunit.assertEquals({ file.width, file.height, file.scale }, { 320, 256, 0.25 })
  luaunit.assertEquals(images(result)[1].metadata.source_path, "/out/a.png")
end

function M.test_limits_leave_files_alone()
  for _, args in ipairs { { max_width = 128 }, { max_height = 100 }, { max_bytes = 40000 } } do
    world = worlds.server { density = 3 }
    args.app_target, args.path = "screen:1", "/out/a.png"
    local result = world.call("image", args)
    luaunit.assertEquals(calls.kinds(result), "text text image")
    luaunit.assertEquals(result.structured.saved_files[1].width, 1280)
    luaunit.assertTrue(result.structured.images[1].width <= 300)
    luaunit.assertStrContains(calls.texts(result)[2], "The saved file has all 1280×1024 pixels.")
    luaunit.assertEquals(#world.nodes["/out/a.png"].data, 1280 * 1024 * 3)
  end
end

function M.test_the_budget_of_the_environment_holds_without_a_word_in_the_call()
  world = worlds.server { density = 8 }
  world.environment.PEEKABOO_MAX_IMAGE_BYTES = "100000"
  local result = world.call("image", { app_target = "Firefox", format = "png" })
  luaunit.assertEquals(#images(result), 2)
  luaunit.assertTrue(total_bytes(result) <= 100000)
  luaunit.assertStrContains(calls.texts(result)[2], "to fit PEEKABOO_MAX_IMAGE_BYTES. Screen x = 10 + image x / 0.")
  luaunit.assertStrContains(calls.texts(result)[2],
    "For all 300×200 pixels give 'path', or a larger 'max_bytes' (0: no limit).")
  result = world.call("image", { app_target = "Firefox", max_bytes = 0 })
  luaunit.assertEquals(result.structured.images[2].scale, 1)
  luaunit.assertNotStrContains(calls.texts(result)[2], "scaled")
  world.environment.PEEKABOO_MAX_IMAGE_DIMENSION = "150"
  result = world.call("image", { app_target = "Text Editor", max_bytes = 0 })
  luaunit.assertEquals(result.structured.images[1].width, 150)
  luaunit.assertStrContains(calls.texts(result)[2], "to fit PEEKABOO_MAX_IMAGE_DIMENSION.")
  luaunit.assertStrContains(calls.texts(result)[2], "or a larger 'max_width' (0: no limit).")
  luaunit.assertEquals(world.call("image", { app_target = "screen:0" }).structured.images, {})
end

function M.test_a_budget_that_cannot_be_met_gives_the_smallest_picture_and_a_warning()
  world = worlds.server { density = 3 }
  local result = world.call("image", { app_target = "Text Editor", max_bytes = 1 })
  luaunit.assertNil(result.is_error)
  luaunit.assertEquals({ result.structured.images[1].width, result.structured.images[1].height }, { 16, 11 })
  local least = math.tointeger(calls.texts(result)[2]:match(
    '^Peekaboo Warning: "notes.txt" takes (%d+) bytes %(as base64%) even at 16×11 pixels, and max_bytes leaves it 1%. '
    .. "Give a larger 'max_bytes' %(0: no limit%)%.$"))
  luaunit.assertEquals(least, (#images(result)[1].data:bytes() + 2) // 3 * 4)
  luaunit.assertNotStrContains(table.concat(calls.texts(world.call("image",
    { app_target = "Text Editor", max_bytes = least })), "\n"), "Warning")
  world.environment.PEEKABOO_MAX_IMAGE_BYTES = "3"
  luaunit.assertStrContains(calls.texts(world.call("image", { app_target = "Text Editor" }))[2],
    "PEEKABOO_MAX_IMAGE_BYTES leaves it 3. Give a larger 'max_bytes' (0: no limit).")
end

function M.test_files_stay_whole_whatever_the_budget()
  world = worlds.server { density = 3 }
  local result = world.call("image", { app_target = "screen:0", max_bytes = 1 })
  luaunit.assertEquals(calls.kinds(result), "text text text image")
  luaunit.assertStrContains(calls.texts(result)[2], "Peekaboo Warning: Display 1 (screen:0) takes ")
  luaunit.assertEquals({ #result.structured.saved_files, result.structured.saved_files[1].width }, { 1, 1920 })
end

function M.test_a_question_sees_the_region_at_its_scale()
  world.environment.PEEKABOO_AI_PROVIDERS = "ocr"
  local result = world.call("image", { app_target = "Text Editor", question = "?", scale = 0.5, max_width = 10,
    region = rectangle(60, 50, 100, 40) })
  luaunit.assertEquals(result.structured.images, {})
  luaunit.assertStrContains(calls.texts(result)[2], "from 100×40 to 50×20 pixels (scale 0.5).")
  luaunit.assertTrue(world.asked "arrives at 0.5")
  luaunit.assertFalse(world.asked "early")
end

-- The requests of one call that have to do with pixels, without what a name is.
local function work_of(args)
  world.requests = {}
  world.call("image", args)
  local work = {}
  for _, request in ipairs(world.requests) do
    local what = request:match("^(arrives at [%d.]+)$") or request:match("^early png") or request:match("^unpack")
      or request:match("^take fit") or request:match("^take") or request:match("^fit") or request:match("^encode %a+$")
    if what then work[#work + 1] = what end
  end
  return table.concat(work, ", ")
end

function M.test_a_limit_of_the_sides_is_one_pass()
  for args, expected in pairs {
    [{ app_target = "screen:1", path = "/out/a.png", max_width = 320 }] = "early png, take, take fit, take",
    [{ app_target = "Text Editor", max_height = 50 }] = "early png, take fit, take",
    [{ app_target = "Text Editor", max_width = 150, scale = 0.6 }] = "early png, arrives at 0.6, take fit, take",
    [{ app_target = "Text Editor", scale = 0.6, max_width = 0 }] = "early png, arrives at 0.6, take",
    [{ app_target = "Text Editor", scale = 0.6, format = "jpg" }] = "arrives at 0.6, encode jpg",
    [{ app_target = "Text Editor", max_width = 4000 }] = "early png, take",
    [{ app_target = "Text Editor", max_width = 30, max_bytes = 0, format = "jpg" }] = "fit, encode jpg",
    [{ app_target = "screen:1", scale = 0.25, max_bytes = 90000 }] = "early png, arrives at 0.25, take",
  } do
    luaunit.assertEquals(work_of(args), expected)
  end
  world.environment.PEEKABOO_MAX_IMAGE_DIMENSION = "100"
  luaunit.assertEquals(work_of { app_target = "Text Editor" }, "early png, take fit, take")
end

function M.test_bytes_that_are_not_likely_to_be_met_keep_the_pixels()
  for _, args in ipairs { { max_bytes = 59000 }, { max_bytes = 14000, max_width = 150 },
    { max_bytes = 900, region = rectangle(10, 20, 31, 30) }, { max_bytes = 14000, scale = 0.5 } } do
    args.app_target = "Text Editor"
    luaunit.assertNotStrContains(work_of(args), "early")
  end
  for _, args in ipairs { { max_bytes = 60000 }, { max_bytes = 15000, max_width = 150 },
    { max_bytes = 930, region = rectangle(10, 20, 31, 30) }, { max_bytes = 15000, scale = 0.5 } } do
    args.app_target = "Text Editor"
    luaunit.assertStrContains(work_of(args), "early png")
  end
end

function M.test_a_guess_that_was_wrong_costs_time_alone()
  local args = { app_target = "Text Editor", max_bytes = 61000, max_width = 290 }
  world = worlds.server { density = 3 }
  luaunit.assertStrContains(work_of(args), "early png, take fit, take, fit, unpack")
  local guessed = world.call("image", args)
  local fit = require "capture.budget"
  fit.likely_within = function() return false end
  luaunit.assertNotStrContains(work_of(args), "early")
  luaunit.assertEquals(guessed.structured.images, world.call("image", args).structured.images)
  luaunit.assertTrue(total_bytes(guessed) <= 61000)
  luaunit.assertTrue(total_bytes(guessed) > 61000 * 0.7)
end

return M
