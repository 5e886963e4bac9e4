local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server { caller = "mcp" }
end

function M.test_every_picture_links_to_itself()
  local result = world.call("image", { app_target = "Firefox", format = "data" })
  luaunit.assertEquals(calls.kinds(result):match("[^ ]+ [^ ]+$"), "resource_link resource_link")
  local link = result.content[#result.content]
  luaunit.assertStrMatches(link.uri, "peekaboo://captures/secret%d*")
  luaunit.assertEquals(link.mimeType, "image/png")
  luaunit.assertTrue(link.size > 0)
  luaunit.assertEquals(link.title, "News — Firefox")
  luaunit.assertTrue(world.asked "keep")
end

function M.test_a_saved_picture_is_kept_too()
  local result = world.call("image", { app_target = "screen:0", path = "/x.png" })
  luaunit.assertEquals(result.content[#result.content].type, "resource_link")
  luaunit.assertTrue(world.asked "keep")
end

function M.test_nothing_is_kept_for_the_command_line()
  world = worlds.server()
  local result = world.call("image", { app_target = "Firefox", format = "data" })
  luaunit.assertNil(calls.kinds(result):find("resource_link", 1, true))
  luaunit.assertFalse(world.asked "keep")
end

-- Whether it is answered or not: there is no other way to the picture.
function M.test_pictures_of_a_question_are_kept()
  for _, providers in ipairs { "ocr", "strange" } do
    world.environment.PEEKABOO_AI_PROVIDERS = providers
    for _, path in ipairs { "", "/out/" } do
      local result = world.call("image", { app_target = "Firefox", question = "What?", path = path })
      luaunit.assertEquals(result.is_error, providers == "strange" or nil)
      luaunit.assertStrContains(calls.kinds(result), "resource_link resource_link")
      luaunit.assertNil(calls.kinds(result):find("image", 1, true))
    end
  end
end

function M.test_a_picture_that_is_too_large_to_keep_has_no_link()
  world.shelf_bytes = 1
  local result = world.call("image", { app_target = "Firefox", format = "data" })
  luaunit.assertNil(result.is_error)
  luaunit.assertNil(calls.kinds(result):find("resource_link", 1, true))
end

function M.test_a_picture_that_cannot_be_kept_is_answered_all_the_same()
  world.failing.keep = world.fail("INTERNAL_ERROR", "no random bits")
  local result = world.call("image", { app_target = "Firefox", format = "data" })
  luaunit.assertNil(result.is_error)
  luaunit.assertNil(calls.kinds(result):find("resource_link", 1, true))
end

function M.test_the_template_knows_only_what_is_kept()
  local template = world.resources["peekaboo://captures/{id}"]
  luaunit.assertNil(template.read("peekaboo://captures/x", { id = "x" }))
end

function M.test_progress_counts_pictures_and_answers()
  world.environment.PEEKABOO_AI_PROVIDERS = "ocr"
  world.call("image", { app_target = "Firefox", question = "What?" })
  local done = {}
  for i, step in ipairs(world.progress) do done[i] = ("%d/%d"):format(step[1], step[2]) end
  luaunit.assertEquals(done, { "1/4", "2/4", "3/4", "4/4" })
end

function M.test_progress_when_a_window_could_not_be_captured()
  world.environment.PEEKABOO_AI_PROVIDERS = "ocr"
  world.failing["capture window 11"] = world.fail("CAPTURE_FAILED", "gone")
  world.call("image", { app_target = "Firefox", question = "What?" })
  luaunit.assertEquals(world.progress[#world.progress][1], 4)
  luaunit.assertEquals(world.progress[#world.progress][2], 4)
  luaunit.assertStrContains(world.told[1], "warning: Inbox: mail")
end

function M.test_registration()
  local resource = require "resource"
  resource.register { uri = "notes://today", name = "Today", read = function() return "x" end }
  luaunit.assertEquals(world.resources["notes://today"].name, "Today")
  local ok, err = pcall(resource.register, { uri = "a:b", name = "x", raed = 1 })
  luaunit.assertFalse(ok)
  luaunit.assertStrContains(err, "resource 'x': unknown word 'raed'")
  resource.changed()
  resource.updated "notes://today"
  resource.remove "notes://today"
  for _, asked in ipairs { "changed resources", "updated notes://today", "remove resource notes://today" } do
    luaunit.assertTrue(world.asked(asked), asked)
  end
end

local function windows_of(name)
  return world.resources["peekaboo://applications/{app}/windows"].read("", { app = name })
end

function M.test_the_windows_of_an_application()
  local document = windows_of "Firefox"
  luaunit.assertStrContains(document, "Inbox: mail")
  luaunit.assertStrContains(document, "window_id")
  luaunit.assertNil(windows_of "Nobody")
  world.failing.windows = world.fail("TIMEOUT", "slow")
  local _, err = try(windows_of, "Firefox")
  luaunit.assertEquals(err.code, "TIMEOUT")
end

return M
