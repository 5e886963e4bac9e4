local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function taken(args)
  local result = world.call("take_screenshot", args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  return require("json").decode(result.content[1].text), result
end

function M.test_displays_count_from_one()
  local told, result = taken {}
  luaunit.assertTrue(world.asked "capture display 0")
  luaunit.assertEquals({ told.format, result.structured, result.content[2].type }, { "png", nil, "image" })
  taken { display = 2 }
  luaunit.assertTrue(world.asked "capture display 1")
  local _, details = forms.fails(world, "DISPLAY_NOT_FOUND", "take_screenshot", { display = 3 })
  luaunit.assertEquals(details.field, "display")
end

function M.test_a_window_or_a_region()
  taken { windowId = 11 }
  luaunit.assertTrue(world.asked "capture window 11")
  local told = taken { region = { x = 5, y = 5, width = 20, height = 10.2 } }
  luaunit.assertTrue(world.asked "capture desktop nil")
  luaunit.assertEquals({ told.width, told.height }, { 20, 10 })
  forms.fails(world, "INVALID_ARGUMENT", "take_screenshot", { display = 1, windowId = 11 })
  forms.fails(world, "INVALID_ARGUMENT", "take_screenshot", { region = { x = 0, y = 0, width = 0, height = 5 } })
  forms.fails(world, "WINDOW_NOT_FOUND", "take_screenshot", { windowId = 999 })
  forms.fails(world, "CAPTURE_FAILED", "take_screenshot", { windowId = 13 })
end

function M.test_a_file_has_the_structured_content()
  local told, result = taken { filePath = "/out/a.jpg", format = "jpg" }
  luaunit.assertEquals({ told.filePath, told.format }, { "/out/a.jpg", "jpg" })
  luaunit.assertEquals({ result.structured.filePath, result.content[2] }, { "/out/a.jpg", nil })
end

function M.test_only_pictures_are_replaced()
  world.caller = "mcp"
  world.put("/out/notes.txt", "text")
  forms.fails(world, "FILE_IO_ERROR", "take_screenshot", { filePath = "/out/notes.txt" })
  luaunit.assertFalse(world.asked "capture")
  world.put("/out/old.png", "\x89PNG\r\n\x1a\n")
  luaunit.assertEquals(taken({ filePath = "/out/old.png" }).filePath, "/out/old.png")
  forms.fails(world, "INVALID_PATH", "take_screenshot", { filePath = "/out/" })
  forms.fails(world, "INVALID_ARGUMENT", "take_screenshot", { filePath = "/out/a\0b" })
end

return M
