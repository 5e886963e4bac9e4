local forms = require "fakes.forms"
local luaunit = require "luaunit"
local pictures = require "fakes.pictures"
local reads = require "fakes.reads"

local M = {}
local world

function M.setUp() world = forms.world() end

local function got(copied)
  world.copied = copied
  return reads.done(world, "get_clipboard")
end

function M.test_each_kind()
  luaunit.assertEquals(got { text = "Grüße\n", html = "<b>" }, { text = "Grüße\n", contentType = "text" })
  luaunit.assertEquals(got { text = "" }, { text = "", contentType = "text" })
  luaunit.assertEquals(got { files = { "/a", "/b c" } },
    { text = "/a\n/b c", files = { "/a", "/b c" }, contentType = "files" })
  luaunit.assertEquals(got {}, { contentType = "other" })
  luaunit.assertEquals(got { html = "<b>" }, { contentType = "other" })
  luaunit.assertFalse(world.asked "clipboard")
end

function M.test_long_texts_and_pictures_are_resources()
  world.shelf_bytes = 1000000
  local told, result = got { text = ("x"):rep(60001) }
  luaunit.assertEquals({ told.contentType, told.size, told.text }, { "text", 60001, nil })
  luaunit.assertEquals({ result.content[2].type, result.content[2].uri }, { "resource_link", told.resource })
  luaunit.assertNotNil(result.structured)
  told = got { image = pictures.make(world, "copied", { x = 0, y = 0, width = 30, height = 20 }) }
  luaunit.assertEquals(told.contentType, "image")
  luaunit.assertNotNil(told.resource)
end

function M.test_what_is_too_large_to_keep_has_its_size()
  world.shelf_bytes = 10
  luaunit.assertEquals(got { text = ("x"):rep(60001) }, { contentType = "text", size = 60001 })
end

return M
