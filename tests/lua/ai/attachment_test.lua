local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, attachment

local function load(width, height, density)
  world = worlds.fresh { picture_size = { x = 0, y = 0, width = width or 300, height = height or 200 } }
  world.density = density or 0.001
  attachment = require "ai.attachment"
  return require("image").decode(world.blob("\x89PNG\r\n\x1a\nx"))
end

function M.test_a_file_that_fits_is_sent_as_it_is()
  local picture = load()
  local blob = world.blob("\xFF\xD8\xFF\xE0photo", "application/octet-stream")
  local sent, note = attachment.prepare({ image = picture, blob = blob }, { side = 300, bytes = 100 }, "p")
  luaunit.assertNil(note)
  luaunit.assertEquals({ sent.blob:bytes(), sent.media_type, sent.blob.media_type },
    { blob:bytes(), "image/jpeg", "image/jpeg" })
  luaunit.assertFalse(world.asked "encode")
end

function M.test_pixels_that_nobody_else_needs_go_before_the_provider_is_asked()
  for own, code in pairs { [true] = "INVALID_ARGUMENT", [false] = false } do
    local picture = load()
    local blob = world.blob("\x89PNG\r\n\x1a\nfile", "application/octet-stream")
    local sent = attachment.prepare({ image = picture, blob = blob, own = own }, {}, "p")
    local _, err = try(picture.encode, picture, { format = "png" })
    luaunit.assertEquals(err and err.code or false, code)
    luaunit.assertEquals(sent.blob:bytes(), blob:bytes())
    luaunit.assertStrContains(sent.image:encode({ format = "png" }):bytes(), "decoded")
    luaunit.assertIs(sent.image, sent.image)
  end
end

function M.test_a_capture_becomes_a_png()
  local picture = load()
  local sent = attachment.prepare({ image = picture }, {}, "p")
  luaunit.assertEquals({ sent.media_type, sent.blob.media_type }, { "image/png", "image/png" })
end

function M.test_sides()
  local picture = load(9000, 40)
  local sent, note = attachment.prepare({ image = picture }, { side = 8000 }, "p")
  luaunit.assertEquals({ sent.width, sent.media_type }, { 8000, "image/png" })
  luaunit.assertEquals(note, "Note: the picture was scaled down from 9000×40 to 8000×36 before it was sent, because p "
    .. "takes at most 8000 pixels a side.")
end

function M.test_bytes()
  local picture = load(300, 200, 3)
  for _, limit in ipairs { 120000, 60000, 5000 } do
    local sent, note = attachment.prepare({ image = picture }, { side = 1000, bytes = limit }, "p")
    luaunit.assertTrue(sent.blob.size <= limit, limit)
    luaunit.assertEquals(sent.media_type, sent.blob.media_type)
    luaunit.assertStrContains(note, ("p takes at most 1000 pixels a side and %d bytes a picture."):format(limit))
  end
end

function M.test_a_photo_does_not_become_a_png()
  local picture = load(9000, 40)
  local sent = attachment.prepare({ image = picture, blob = world.blob("\xFF\xD8\xFF\xE0p") }, { side = 100 }, "p")
  luaunit.assertEquals(sent.media_type, "image/jpeg")
  luaunit.assertFalse(world.asked "encode png")
end

function M.test_what_cannot_be_made_small_enough()
  local picture = load(300, 200, 3)
  local sent, err = try(attachment.prepare, { image = picture }, { bytes = 3 }, "p")
  luaunit.assertNil(sent)
  luaunit.assertEquals({ err.code, err.message },
    { "AI_PROVIDER_ERROR", "picture (300×200) too large for p, at any scale" })
end

return M
