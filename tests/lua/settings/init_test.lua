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

function M.test_nonsense_falls_back()
  for _, value in ipairs { "soon", "-1", "0", "inf", "nan" } do
    luaunit.assertEquals(with({ PEEKABOO_CLI_TIMEOUT = value }).desktop_timeout(), 30, value)
  end
  local settings = with { PEEKABOO_MAX_IMAGE_BYTES = "big", PEEKABOO_OLLAMA_BASE_URL = "localhost" }
  luaunit.assertEquals(settings.get "PEEKABOO_MAX_IMAGE_BYTES", 1000000)
  luaunit.assertEquals(settings.get "PEEKABOO_OLLAMA_BASE_URL", "localhost")
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
  luaunit.assertEquals(settings.read("PEEKABOO_AI_PROVIDERS").source, "file")
  luaunit.assertEquals(settings.read("PEEKABOO_CONSOLE_LOGGING").source, "environment")
  luaunit.assertFalse(settings.get "PEEKABOO_CONSOLE_LOGGING")
end

function M.test_an_empty_variable_leaves_the_word_to_the_file()
  luaunit.assertEquals(filed({ ai_providers = "ocr" }, { PEEKABOO_AI_PROVIDERS = "" }).ai_providers(), "ocr")
end

function M.test_values_of_the_wrong_type()
  local settings = filed { cli_timeout = { 1 }, ai_providers = { 1 }, default_save_path = {}, display = ":9" }
  luaunit.assertEquals(settings.desktop_timeout(), 30)
  luaunit.assertNil(settings.ai_providers())
  luaunit.assertNil(settings.default_save_path())
  luaunit.assertNil(settings.get "DISPLAY")
end

function M.test_an_object_is_no_list()
  local settings = filed { ai_providers = { a = "ocr" } }
  luaunit.assertNil(settings.ai_providers())
  luaunit.assertEquals(settings.read("PEEKABOO_AI_PROVIDERS").fault, "no list of texts")
end

function M.test_limits_of_pictures()
  for value, expected in pairs { ["0"] = 0, ["5000"] = 5000, ["1e6"] = 1000000, ["99.9"] = 99, [""] = 1000000,
    much = 1000000, ["-1"] = 1000000, inf = 1000000, nan = 1000000, ["1e300"] = 1000000 } do
    luaunit.assertEquals(with({ PEEKABOO_MAX_IMAGE_BYTES = value }).max_image_bytes(), expected, value)
  end
  luaunit.assertEquals(with({}).max_image_dimension(), 1920)
  luaunit.assertEquals(with({ PEEKABOO_MAX_IMAGE_DIMENSION = "0" }).max_image_dimension(), 0)
  luaunit.assertEquals(with({ PEEKABOO_MAX_IMAGE_DIMENSION = "800" }).max_image_dimension(), 800)
end

return M
