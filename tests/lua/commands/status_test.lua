local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, commands

local function load(changes)
  world = worlds.fresh(changes)
  commands = require "boot.commands"
end

local function document(name, options)
  options.json_output = true
  local answer = commands[name](options)
  return json.decode(answer.output), answer.status
end

function M.test_doctor_tells_what_is_configured_wrongly()
  load { environment = { PEEKABOO_AI_PROVIDERS = "ocr", PEEKABOO_LOG_LEVEL = "loud", PEEKABOO_AI_TIMEOUT = "x" } }
  local text = commands.doctor({}).output
  luaunit.assertStrContains(text, "\nConfiguration\n  no  PEEKABOO_AI_TIMEOUT is 'x'")
  luaunit.assertStrContains(text,
    "no  PEEKABOO_LOG_LEVEL is 'loud', which is not a level; info is used.\n        do: Use trace")
  load { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  luaunit.assertNil(commands.doctor({}).output:find("Configuration", 1, true))
end

function M.test_config_show()
  load { environment = { OPENAI_API_KEY = "sk-secret", PEEKABOO_LOG_LEVEL = "loud" } }
  local text = commands.config({ what = "show" }).output
  luaunit.assertStrMatches(text, ".*\nOPENAI_API_KEY +openai_api_key +%*+ +environment\n.*")
  luaunit.assertStrContains(text, "Problem: PEEKABOO_LOG_LEVEL is 'loud'")
  luaunit.assertStrMatches(text, ".*\nPEEKABOO_LOG_LEVEL +log_level +info +default %(invalid in environment%)\n.*")
  luaunit.assertNil(text:find("sk-", 1, true))
  local data = document("config", {}).data
  luaunit.assertEquals(data.settings[1].name, "PEEKABOO_AI_PROVIDERS")
  luaunit.assertFalse(data.file.found)
end

function M.test_doctor()
  load()
  local answer = commands.doctor {}
  luaunit.assertEquals(answer.status, 0)
  for _, part in ipairs { "Peekaboo 1.2.3", "ok  capture.display  root window", "no  activate", "do: start one",
      'screen:1 "DP-2"', "ok  text recognition (ocr)", "PEEKABOO_AI_PROVIDERS=ocr", "/tmp/peekaboo-mcp.log" } do
    luaunit.assertStrContains(answer.output, part)
  end
  world.failing.displays = world.fail("DISPLAY_UNAVAILABLE", "no display", nil, "set DISPLAY")
  world.ocr = { false, "helper is missing", "install it" }
  answer = commands.doctor {}
  luaunit.assertEquals(answer.status, 13)
  luaunit.assertStrContains(answer.output, "do: install it")
  luaunit.assertFalse(document("doctor", {}).data.ocr.available)
end

return M
