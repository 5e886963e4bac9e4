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
  luaunit.assertEquals(settings.problems(), {})
end

function M.test_values()
  local settings = with { PEEKABOO_CLI_TIMEOUT = "500", PEEKABOO_LOG_FILE = "/l", PEEKABOO_AI_PROVIDERS = "" }
  luaunit.assertEquals(settings.desktop_timeout(), 0.5)
  luaunit.assertEquals(settings.log_file(), "/l")
  luaunit.assertNil(settings.ai_providers())
end

function M.test_limits_of_pictures()
  for value, expected in pairs { ["0"] = 0, ["5000"] = 5000, ["1e6"] = 1000000, ["99.9"] = 99, [""] = 1000000,
    much = 1000000, ["-1"] = 1000000, inf = 1000000, nan = 1000000, ["1e300"] = 1000000 } do
    luaunit.assertEquals(with({ PEEKABOO_MAX_IMAGE_BYTES = value }).max_image_bytes(), expected, value)
  end
  luaunit.assertEquals(with({}).max_image_dimension(), 0)
  luaunit.assertEquals(with({ PEEKABOO_MAX_IMAGE_DIMENSION = "800" }).max_image_dimension(), 800)
end

function M.test_a_log_that_went_elsewhere_is_a_problem()
  worlds.fresh { log_problem = "/proc/x cannot be opened" }
  luaunit.assertEquals(require("settings").problems()[1].problem, "/proc/x cannot be opened")
end

function M.test_nonsense_falls_back_and_is_reported()
  for _, value in ipairs { "soon", "-1", "0", "inf", "nan" } do
    luaunit.assertEquals(with({ PEEKABOO_CLI_TIMEOUT = value }).desktop_timeout(), 30, value)
  end
  local problems = with({ PEEKABOO_CLI_TIMEOUT = "soon", PEEKABOO_AI_TIMEOUT = "-1", PEEKABOO_LOG_LEVEL = "loud",
    PEEKABOO_DEFAULT_SAVE_PATH = "shots", PEEKABOO_CLI_PATH = "/x" }).problems()
  luaunit.assertEquals(#problems, 5)
  problems = with({ PEEKABOO_MAX_IMAGE_BYTES = "much", PEEKABOO_MAX_IMAGE_DIMENSION = "-1" }).problems()
  luaunit.assertEquals(#problems, 2)
  luaunit.assertStrContains(problems[1].problem, "1000000 is used")
  for _, row in ipairs(problems) do
    luaunit.assertStrContains(row.problem, "PEEKABOO_")
    luaunit.assertTrue(#row.remedy > 0)
  end
end

return M
