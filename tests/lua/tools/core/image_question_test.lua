local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server()
end

function M.test_a_question_is_answered_and_nothing_is_kept()
  world = worlds.server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  local result = world.call("image", { app_target = "Text Editor", question = "What is written?" })
  luaunit.assertEquals(calls.kinds(result), "text text text")
  luaunit.assertEquals(result.content[1].text,
    'Captured 1 image: Text Editor "notes.txt" [10,20 300×200]\nAnalysis succeeded.' .. calls.from_screen)
  luaunit.assertEquals(result.content[3].text, "👻 Peekaboo: Analyzed image with ocr/eng in 0.00s.")
  luaunit.assertStrContains(result.content[2].text, "Analysis Result: Text found in the image")
  luaunit.assertStrContains(result.structured.analysis_text, "Hello world\nagain")
  luaunit.assertEquals(result.structured.model_used, "ocr/eng")
  luaunit.assertEquals(result.structured.saved_files, {})
  luaunit.assertEquals(world.files(), {})
  luaunit.assertFalse(world.asked "encode")
end

function M.test_several_pictures_are_answered_in_order()
  world = worlds.server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  world.windows[3].title = ""
  local result = world.call("image", { app_target = "Firefox", question = "?", path = "/out/" })
  local text = result.structured.analysis_text
  luaunit.assertStrContains(text, 'Analysis for "Inbox: mail — Firefox":\nText found')
  luaunit.assertStrContains(text, "\n\nAnalysis for Firefox (Window 2):\nText found")
  luaunit.assertEquals(#result.structured.saved_files, 2)
  luaunit.assertStrContains(result.content[1].text, "2 images saved:")
end

function M.test_one_failed_answer_of_several()
  world = worlds.server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  world.failing["read window 11"] = world.fail("INTERNAL_ERROR", "the helper crashed")
  local result = world.call("image", { app_target = "Firefox", question = "?" })
  luaunit.assertNil(result.is_error)
  luaunit.assertStrContains(result.structured.analysis_text, "Analysis failed: the helper crashed")
  world.failing["read window 12"] = world.fail("INTERNAL_ERROR", "the helper crashed", nil, "Start it again.")
  world.failing["read window 11"] = world.failing["read window 12"]
  result = world.call("image", { app_target = "Firefox", question = "?" })
  luaunit.assertTrue(result.is_error)
  luaunit.assertStrContains(result.meta.analysis_error, "the helper crashed")
  luaunit.assertEquals(result.structured.analysis_text, "Analysis failed: ocr/eng: the helper crashed")
  luaunit.assertEquals(result.content[2].text,
    "Analysis Result: Analysis failed: ocr/eng: the helper crashed\nStart it again.")
  luaunit.assertStrContains(result.content[1].text, "\nAnalysis failed/skipped.")
end

function M.test_analysis_that_is_not_configured_or_not_operational()
  local result = world.call("image", { app_target = "screen:0", question = "?", path = "/out/s.png" })
  luaunit.assertTrue(result.is_error)
  luaunit.assertEquals(result.structured.analysis_text, "Analysis skipped: AI analysis not configured on this server "
    .. "(PEEKABOO_AI_PROVIDERS is not set or empty).")
  luaunit.assertEquals(result.structured.saved_files[1].path, "/out/s.png")
  world = worlds.server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" }, ocr = { false, "no helper", "install it" } }
  result = world.call("image", { app_target = "screen:0", question = "?" })
  luaunit.assertStrContains(result.structured.analysis_text, "no helper → install it")
  luaunit.assertStrContains(result.structured.analysis_text,
    "Analysis failed: All configured AI providers failed or are unavailable: ")
  luaunit.assertEquals(result.meta.backend_error_code, "AI_PROVIDER_ERROR")
end

function M.test_a_configuration_file_that_is_not_used_is_no_secret()
  for _, case in ipairs {
    { { values = {}, problem = "line 3: unexpected '}'", line = 3 }, "/c.json is not used: line 3: unexpected '}'." },
    { { values = { ai_providers = { a = "ocr" } } }, "PEEKABOO_AI_PROVIDERS in the configuration file has a value" },
    { { values = { ai_provider = "ocr" } }, "Did you mean 'ai_providers'?" },
  } do
    case[1].path, case[1].found = "/c.json", true
    world = worlds.server { configuration = case[1] }
    local result = world.call("image", { app_target = "screen:0", question = "?", path = "/out/s.png" })
    luaunit.assertStrContains(result.content[2].text, case[2])
    result = world.call("analyze", { image_path = "/out/s.png", question = "?" })
    luaunit.assertStrContains(result.content[1].text, case[2])
    luaunit.assertStrContains(require("boot.commands").image({ question = "?" }).error_output, case[2])
  end
end

return M
