local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, ai

local function load(changes)
  world = worlds.fresh(changes)
  ai = require "ai"
  world.put("/home/ann/.config/peekaboo/providers/eyes.lua",
    "return { wants = 'pixels', analyze = function(p, q, o) return q .. ' ' .. p.image.name .. ' ' .. o.timeout end }")
end

function M.setUp()
  load { environment = { PEEKABOO_AI_PROVIDERS = "eyes/sharp" } }
end

local function picture(id)
  return require("screen").capture("display", { id = id, timeout = 30 })
end

function M.test_one_picture()
  local answer = ai.ask(picture(0), "What?")
  luaunit.assertEquals({ answer.text, answer.texts, answer.provider, answer.model },
    { "What? display 0 120.0", { "What? display 0 120.0" }, "eyes", "sharp" })
end

function M.test_several_pictures_and_options()
  local answer = ai.ask({ picture(0), picture(1) }, "Who?", { provider = "Eyes", model = "blunt", timeout = 7 })
  luaunit.assertEquals(answer.text, "Who? display 0 7\n\nWho? display 1 7")
  luaunit.assertEquals(answer.model, "blunt")
  luaunit.assertTrue(world.asked "timeout 7")
end

local function failure(...)
  return select(2, try(ai.ask, ...))
end

function M.test_what_is_wrong_is_named()
  luaunit.assertStrContains(failure("x", "What?").message, "expected an image or a list of images, got a string")
  luaunit.assertStrContains(failure({}, "What?").message, "list of images")
  luaunit.assertStrContains(failure(picture(0)).message, "ai.ask needs the argument 'question'")
  local err = failure(picture(0), "What?", { modell = "m" })
  luaunit.assertEquals({ err.code, err.message },
    { "INVALID_ARGUMENT", "ai.ask has no option 'modell'; did you mean 'model'?" })
  luaunit.assertStrContains(failure(picture(0), "What?", { timeout = 0 }).message, "seconds above 0")
  luaunit.assertEquals(failure(picture(0), "What?", { provider = "openai" }).code, "AI_PROVIDER_ERROR")
  luaunit.assertStrContains(failure(picture(0), "What?", { provider = "openai", model = "zz" }).message,
    "(asked for the model 'zz')")
end

function M.test_what_a_provider_fails_for()
  world.put("/home/ann/.config/peekaboo/providers/eyes.lua",
    "return { wants = 'pixels', analyze = function() error({ code = 'TIMEOUT', message = 'slow' }, 0) end }")
  luaunit.assertEquals(failure(picture(0), "What?").code, "TIMEOUT")
  load { environment = {} }
  luaunit.assertEquals(failure(picture(0), "What?").code, "AI_PROVIDER_ERROR")
end

function M.test_providers()
  load { environment = { PEEKABOO_AI_PROVIDERS = "eyes/sharp,nobody" } }
  local rows = ai.providers()
  luaunit.assertEquals(rows[1], { name = "eyes", model = "sharp", available = true })
  luaunit.assertEquals(
    { rows[2].name, rows[2].available, rows[2].reason }, { "nobody", false, "Unknown provider: nobody." })
  load { environment = {} }
  luaunit.assertEquals(ai.providers(), {})
end

return M
