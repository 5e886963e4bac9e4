local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function with(environment)
  worlds.fresh { environment = environment }
  return require "settings"
end

function M.test_defaults()
  local settings = with {}
  luaunit.assertEquals({ settings.desktop_timeout(), settings.ai_timeout() }, { 30, 120 })
  luaunit.assertEquals(settings.log_file(), "/tmp/peekaboo-mcp.log")
  luaunit.assertNil(settings.ai_providers())
  luaunit.assertNil(settings.default_save_path())
  luaunit.assertEquals(settings.get "PEEKABOO_CONSOLE_LOGGING", false)
end

function M.test_values()
  local settings = with { PEEKABOO_CLI_TIMEOUT = "500", PEEKABOO_LOG_FILE = "/l", PEEKABOO_AI_PROVIDERS = "" }
  luaunit.assertEquals(settings.desktop_timeout(), 0.5)
  luaunit.assertEquals(settings.log_file(), "/l")
  luaunit.assertNil(settings.ai_providers())
end

local function filed(values, environment)
  worlds.fresh { environment = environment or {}, configuration = { path = "/c.json", found = true, values = values } }
  return require "settings"
end

function M.test_the_file_stands_under_the_environment()
  local settings = filed({ cli_timeout = 1500, ai_providers = { "ocr", "x/y:z" }, console_logging = true },
    { PEEKABOO_CONSOLE_LOGGING = "0" })
  luaunit.assertEquals(settings.desktop_timeout(), 1.5)
  luaunit.assertEquals(settings.ai_providers(), "ocr,x/y:z")
  luaunit.assertFalse(settings.get "PEEKABOO_CONSOLE_LOGGING")
end

function M.test_an_empty_variable_leaves_the_word_to_the_file()
  luaunit.assertEquals(filed({ ai_providers = "ocr" }, { PEEKABOO_AI_PROVIDERS = "" }).ai_providers(), "ocr")
end

function M.test_limits_of_pictures()
  luaunit.assertEquals(with({ PEEKABOO_MAX_IMAGE_BYTES = "0" }).max_image_bytes(), 0)
  luaunit.assertEquals(with({}).max_image_dimension(), 1920)
  luaunit.assertEquals(with({ PEEKABOO_MAX_IMAGE_DIMENSION = "800" }).max_image_dimension(), 800)
end

return M
