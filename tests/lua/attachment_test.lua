local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, attachment

local function load(encoded, width, height)
  world = worlds.fresh { encoded = encoded, picture_size = { width = width or 300, height = height or 200 } }
  attachment = require "attachment"
  return require("image").decode(world.blob("\x89PNG\r\n\x1a\nx"))
end

local function bytes_for(per_pixel)
  return function(format, picture)
    return ("x"):rep(math.floor(picture.width * picture.height * per_pixel[format]))
  end
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

function M.test_a_capture_becomes_a_png()
  local picture = load()
  local sent = attachment.prepare({ image = picture }, {}, "p")
  luaunit.assertEquals({ sent.media_type, sent.blob.media_type }, { "image/png", "image/png" })
end

function M.test_sides()
  local picture = load(nil, 9000, 40)
  local sent, note = attachment.prepare({ image = picture }, { side = 8000 }, "p")
  luaunit.assertEquals({ sent.image.width, sent.media_type }, { 8000, "image/png" })
  luaunit.assertEquals(note, "Note: the picture was scaled down from 9000×40 to 8000×36 before it was sent, because p "
    .. "takes at most 8000 pixels a side.")
end

function M.test_bytes_are_saved_by_jpeg_first()
  local picture = load(bytes_for { png = 3, jpg = 0.5 })
  local sent, note = attachment.prepare({ image = picture }, { bytes = 60000 }, "p")
  luaunit.assertEquals({ sent.media_type, sent.image.width }, { "image/jpeg", 300 })
  luaunit.assertStrContains(note, "was sent as JPEG")
end

function M.test_then_by_size()
  local picture = load(bytes_for { png = 3, jpg = 0.5 })
  local sent, note = attachment.prepare({ image = picture }, { side = 1000, bytes = 5000 }, "p")
  luaunit.assertTrue(sent.blob.size <= 5000 and sent.image.width < 300)
  luaunit.assertStrContains(note, "at most 1000 pixels a side and 5000 bytes a picture")
end

function M.test_a_photo_does_not_become_a_png()
  local picture = load(nil, 9000, 40)
  local sent = attachment.prepare({ image = picture, blob = world.blob("\xFF\xD8\xFF\xE0p") }, { side = 10 }, "p")
  luaunit.assertEquals(sent.media_type, "image/jpeg")
  luaunit.assertFalse(world.asked "encode png")
end

function M.test_what_cannot_be_made_small_enough()
  local picture = load(function() return ("x"):rep(1000) end)
  local sent, err = try(attachment.prepare, { image = picture }, { bytes = 10 }, "p")
  luaunit.assertNil(sent)
  luaunit.assertEquals({ err.code, err.message },
    { "AI_PROVIDER_ERROR", "The picture (300×200) cannot be made small enough for p." })
end

return M
