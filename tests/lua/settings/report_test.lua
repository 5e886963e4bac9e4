local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function load(values, environment, file)
  local configuration = { path = "/c.json", found = true, shared = false, values = values or {} }
  for key, value in pairs(file or {}) do configuration[key] = value end
  local world = worlds.fresh { environment = environment or {}, configuration = configuration }
  return require "settings.report", world
end

local function row_of(report, name)
  for _, row in ipairs(report.rows()) do
    if row.name == name then return row end
  end
end

function M.test_nothing_set_is_no_problem()
  luaunit.assertEquals(load().problems(), {})
end

function M.test_a_log_that_went_elsewhere_is_a_problem()
  local report, world = load()
  world.log_problem = "/proc/x cannot be opened"
  luaunit.assertEquals(report.problems()[1].problem, "/proc/x cannot be opened")
end

function M.test_nonsense_is_reported_with_a_remedy()
  local problems = load(nil, { PEEKABOO_CLI_TIMEOUT = "soon", PEEKABOO_AI_TIMEOUT = "-1",
    PEEKABOO_LOG_LEVEL = "loud", PEEKABOO_DEFAULT_SAVE_PATH = "shots", PEEKABOO_CONSOLE_LOGGING = "maybe",
    OPENAI_BASE_URL = "here", PEEKABOO_MAX_IMAGE_BYTES = "big" }).problems()
  luaunit.assertEquals(#problems, 7)
  for _, row in ipairs(problems) do
    luaunit.assertStrMatches(row.problem, ".*[A-Z_]+ .*")
    luaunit.assertTrue(#row.remedy > 0)
    luaunit.assertNil(row.remedy:find("%s", 1, true))
  end
end

function M.test_an_invalid_value_is_not_called_unset()
  local report = load({ ai_timeout = "soon" },
    { PEEKABOO_CLI_TIMEOUT = "soon", PEEKABOO_DEFAULT_SAVE_PATH = "shots" })
  local lines = table.concat(report.lines(), "\n")
  luaunit.assertStrContains(lines, "- PEEKABOO_CLI_TIMEOUT: invalid (default: 30000)\n")
  luaunit.assertStrContains(lines, "- PEEKABOO_AI_TIMEOUT: invalid (default: 120000)\n")
  luaunit.assertStrContains(lines, "- PEEKABOO_DEFAULT_SAVE_PATH: invalid\n")
  luaunit.assertStrContains(lines, "- PEEKABOO_LOG_LEVEL: unset (default: info)\n")
  luaunit.assertEquals({ row_of(report, "PEEKABOO_CLI_TIMEOUT").invalid_in,
    row_of(report, "PEEKABOO_AI_TIMEOUT").invalid_in, row_of(report, "PEEKABOO_LOG_LEVEL").invalid_in },
    { "environment", "file", nil })
end

function M.test_secrets_are_never_shown()
  local report = load({ anthropic_api_key = "sk-file-secret", openai_base_url = "http://ann:sk-secret@host/v1" },
    { OPENAI_API_KEY = "sk-env-secret" }, { shared = true })
  luaunit.assertEquals(row_of(report, "OPENAI_API_KEY").value, "********")
  luaunit.assertEquals(row_of(report, "OPENAI_API_KEY").source, "environment")
  luaunit.assertEquals(row_of(report, "ANTHROPIC_API_KEY").source, "file")
  luaunit.assertEquals(row_of(report, "OPENAI_BASE_URL").value, "http://********@host/v1")
  local all = table.concat(report.lines(), "\n")
  for _, row in ipairs(report.problems()) do all = all .. row.problem .. row.remedy end
  luaunit.assertNil(all:find("secret", 1, true), all)
  luaunit.assertStrContains(all, "holds a key, and others may read it")
  luaunit.assertStrContains(all, "chmod 600 /c.json")
end

function M.test_a_secret_of_the_wrong_type_is_not_shown_either()
  local problems = load({ openai_api_key = { "sk-secret" } }).problems()
  luaunit.assertEquals(#problems, 1)
  luaunit.assertStrContains(problems[1].problem,
    "OPENAI_API_KEY in the configuration file has a value that is not a text")
end

function M.test_a_broken_file()
  local report = load(nil, nil, { problem = "line 3: unexpected '}'", line = 3 })
  luaunit.assertEquals(report.problems()[1], {
    problem = "The configuration file /c.json is not used: line 3: unexpected '}'.", remedy = "Correct line 3." })
end

function M.test_unknown_keys()
  local problems = load({ log_levle = "debug", colour = "blue", display = ":1" }).problems()
  luaunit.assertEquals(#problems, 3)
  luaunit.assertStrContains(problems[1].problem, "'colour'")
  luaunit.assertStrContains(problems[2].problem, "'display'")
  luaunit.assertEquals(problems[3].remedy, "Did you mean 'log_level'?")
end

function M.test_the_document_has_every_setting()
  local report = load()
  for _, row in ipairs(require("host").settings()) do
    luaunit.assertStrContains(report.document(), "| `" .. row.name .. "` |")
  end
end

return M
