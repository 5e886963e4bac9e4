local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, providers

local function load(changes)
  world = worlds.fresh(changes)
  providers = require "ai.registry"
end

function M.setUp()
  load()
end

function M.test_parse()
  for text, expected in pairs {
    ["openai/gpt-4o,ollama/qwen2.5vl:7b"] = { "openai", "gpt-4o", "ollama", "qwen2.5vl:7b" },
    ["ollama/library/llava:latest; ocr"] = { "ollama", "library/llava:latest", "ocr", "eng" },
    ["OCR/deu+eng"] = { "ocr", "deu+eng" }, [" , ;; ocr/ ,"] = { "ocr", "eng" }, ["/model"] = {}, [""] = {},
    ["strange/x"] = { "strange", "x" },
  } do
    local flat = {}
    for _, entry in ipairs(providers.parse(text)) do
      flat[#flat + 1] = entry.provider
      flat[#flat + 1] = entry.model
    end
    luaunit.assertEquals(flat, expected, text)
  end
end

function M.test_summary()
  luaunit.assertEquals(providers.summary(nil), "None Configured. Set PEEKABOO_AI_PROVIDERS ENV.")
  luaunit.assertEquals(providers.summary(" ,;"), "None Configured. Set PEEKABOO_AI_PROVIDERS ENV.")
  luaunit.assertEquals(providers.summary("openai/gpt-4o ; ocr,what?"), "openai/gpt-4o, ocr, what?")
end

function M.test_the_first_operational_one_is_chosen()
  load { environment = { PEEKABOO_AI_PROVIDERS = "strange,openai/gpt-4o,ocr/deu" } }
  local choice = providers.choose()
  luaunit.assertEquals({ choice.name, choice.model }, { "ocr/deu", "deu" })
  luaunit.assertEquals(providers.choose({ type = "auto", model = "fra" }).name, "ocr/fra")
  luaunit.assertEquals(providers.choose({ type = "ocr" }).name, "ocr/deu")
end

function M.test_none_operational_tells_every_cause()
  load {
    environment = { PEEKABOO_AI_PROVIDERS = "strange/x,openai/gpt-4o,ocr" }, ocr = { false, "no helper", "install" },
  }
  local _, err = try(providers.choose)
  luaunit.assertEquals(err.code, "AI_PROVIDER_ERROR")
  luaunit.assertStrContains(err.details.text, "strange/x: Unknown provider: strange.")
  luaunit.assertStrContains(err.details.text, "openai/gpt-4o: OPENAI_API_KEY is not set → Set OPENAI_API_KEY.")
  luaunit.assertStrContains(err.details.text, "ocr: no helper → install")
  _, err = try(providers.choose, { type = "ocr" })
  luaunit.assertEquals(err.message, "Provider 'ocr' is not operational: no helper")
  luaunit.assertEquals(err.hint, "install")
end

function M.test_a_language_that_is_not_installed()
  load { environment = { PEEKABOO_AI_PROVIDERS = "ocr/zzz,ocr/eng" } }
  world.failing["require zzz"] = world.fail("UNSUPPORTED", "no data for zzz", nil, "apt install tesseract-ocr-zzz")
  luaunit.assertEquals({ providers.check("ocr", "zzz") }, { false, "no data for zzz", "apt install tesseract-ocr-zzz" })
  luaunit.assertEquals(providers.choose().name, "ocr/eng")
  world.failing["require zzz"] = nil
  luaunit.assertEquals(providers.choose().name, "ocr/zzz")
end

function M.test_a_busy_reader_is_available()
  world.failing["require eng"] = world.fail("TIMEOUT", "other texts were being read first")
  luaunit.assertEquals({ providers.check("ocr", "eng") }, { true })
  world.failing["require eng"] = world.fail("CANCELLED", "cancelled")
  luaunit.assertEquals(select(2, try(providers.check, "ocr", "eng")).code, "CANCELLED")
end

function M.test_the_default_question_and_the_time_limit()
  load { environment = { PEEKABOO_AI_PROVIDERS = "ocr", PEEKABOO_AI_TIMEOUT = "2500" } }
  local asked
  local choice = { model = "m", module = { wants = "pixels", analyze = function(_, question, options)
    asked = { question, options.model, options.timeout }
    return "answer"
  end } }
  luaunit.assertEquals(providers.ask(choice, {}, " "), "answer")
  luaunit.assertEquals(asked, { "Please describe what you see in this image.", "m", 2.5 })
  providers.ask(choice, {}, "Who?")
  luaunit.assertEquals(asked[1], "Who?")
end

function M.test_installed_models()
  local is_installed = require("ai.providers.ollama").is_installed
  for _, case in ipairs {
    { "llava", "llava", true }, { "llava", "llava:latest", true }, { "llava:13b", "llava:7b", true },
    { "llava:7b", "llava", true }, { "a/b:q", "a/b:q", true }, { "llava", "llavax", false }, { "b", "a/b", false },
    { "llava", ":latest", false }, { "", "llava", false },
  } do
    luaunit.assertEquals(is_installed(case[1], { "else:1", case[2] }), case[3], case[1] .. " " .. case[2])
  end
  luaunit.assertFalse(is_installed("llava", {}))
end

function M.test_a_check_ends_in_time_and_with_its_call()
  load { environment = { PEEKABOO_AI_PROVIDERS = "ollama" },
    answers = { { document = { models = { { name = "llava:latest" }, {}, 5 } } } } }
  luaunit.assertEquals({ providers.check("ollama") }, { true, nil, nil, 1 })
  luaunit.assertTrue(world.asked "timeout 3")
  world.answers[2] = world.fail("CANCELLED", "cancelled")
  luaunit.assertEquals(select(2, try(providers.check, "ollama", "m")).code, "CANCELLED")
end

function M.test_providers_of_the_users_own_are_recognised()
  world.put("/home/ann/.config/peekaboo/providers/eyes.lua", "return { analyze = function() return 'seen' end }")
  local recognised = providers.recognised()
  luaunit.assertEquals({ table.unpack(recognised, 1, 4) }, { "ollama", "openai", "anthropic", "ocr" })
  luaunit.assertEquals(recognised[#recognised], "eyes")
  luaunit.assertEquals(providers.parse("Eyes")[1], { entry = "Eyes", provider = "eyes", model = "default" })
  luaunit.assertEquals({ providers.check("eyes") }, { true })
end

function M.test_ocr_says_what_it_is()
  local ocr = require "ai.providers.ocr"
  local picture = { image = { name = "p" } }
  local text = ocr.analyze(picture, "q", { model = "eng", timeout = 1 })
  luaunit.assertStrContains(text, "does not answer questions")
  luaunit.assertStrContains(text, ":\n\nHello world\nagain")
  world.words = {}
  luaunit.assertStrContains(ocr.analyze(picture, "q", { model = "eng", timeout = 1 }), "No text was found")
end

return M
