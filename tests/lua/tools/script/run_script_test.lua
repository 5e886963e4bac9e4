local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function run(outcome, args)
  local world = worlds.server {
    environment = { PEEKABOO_ENABLE_RUN_SCRIPT = "true" }, guest = function() return outcome end, density = 0.1,
  }
  local tool = world.tools.run_script
  local call = { progress = function() end }
  return tool.run(args or { script = "x" }, call), world
end

local function texts(result)
  local lines = {}
  for _, block in ipairs(result.content) do lines[#lines + 1] = block.text or "[" .. block.type .. "]" end
  return table.concat(lines, "\n")
end

function M.test_it_is_listed_only_where_it_is_switched_on()
  luaunit.assertNil(worlds.server().tools.run_script)
  luaunit.assertNil(worlds.server({ environment = { PEEKABOO_ENABLE_RUN_SCRIPT = "nonsense" } }).tools.run_script)
  local _, world = run {}
  luaunit.assertStrContains(world.tools.run_script.description, "window.list(")
end

function M.test_one_value_or_several()
  luaunit.assertEquals(run({ returned = { "text" } }).content[1].text, "text")
  local result = run { returned = { 1, json.null, { a = 2 } } }
  luaunit.assertEquals(result.structured.value[3], { a = 2 })
  luaunit.assertEquals(run({ returned = {} }).structured.value, nil)
end

function M.test_output_is_beside_the_value()
  local result = run { returned = { 1 }, printed = "so\n", printed_all = false }
  luaunit.assertStrContains(texts(result), "Printed:\nso\n")
  luaunit.assertStrContains(texts(result), "was dropped")
  luaunit.assertTrue(result.structured.output_truncated)
end

function M.test_a_failure_tells_the_line_the_output_and_the_calls()
  local result = run { printed = "before", error = { code = "SCRIPT_ERROR", message = "script:7: no",
    details = { line = 7, traceback = "stack traceback" } } }
  luaunit.assertTrue(result.is_error)
  luaunit.assertEquals(result.meta.backend_error_code, "SCRIPT_ERROR")
  luaunit.assertStrContains(texts(result), "The script failed: script:7: no")
  luaunit.assertStrContains(texts(result), "before")
  luaunit.assertStrContains(texts(result), "Done before: nothing")
  luaunit.assertEquals(result.structured.error.line, 7)
  result = run { error = { code = "WINDOW_NOT_FOUND", message = "gone", hint = "look", details = { line = 3 } } }
  luaunit.assertStrContains(texts(result), "Line 3 of the script: gone\nlook")
  result = run { error = { code = "SCRIPT_ERROR", message = "script:5: unexpected symbol", details = {} } }
  luaunit.assertEquals(result.structured.error.line, 5)
end

function M.test_a_timeout_has_a_remedy_that_a_client_can_follow()
  local text = texts(run { error = { code = "TIMEOUT", message = "late", details = {} } })
  luaunit.assertStrContains(text, "wait for up to `timeout`")
  luaunit.assertNil(text:find("PEEKABOO_CLI_TIMEOUT", 1, true))
end

function M.test_what_keeps_it_from_starting_is_an_error()
  local world = worlds.server {
    environment = { PEEKABOO_ENABLE_RUN_SCRIPT = "true" },
    guest = function() error({ code = "UNSUPPORTED", message = "peekaboo-guest is missing" }, 0) end,
  }
  local result = world.tools.run_script.run { script = "x" }
  luaunit.assertEquals(result.meta.backend_error_code, "UNSUPPORTED")
end

function M.test_values_are_taken_apart()
  worlds.fresh()
  local values = require "guest.values"
  local images, value = values.split({ { 1, 3 }, "x" }, 2)
  luaunit.assertEquals(images, {})
  luaunit.assertEquals(value, { { 1, 3 }, "x" })
end

function M.test_numbers_that_json_has_not_are_refused_with_their_place()
  worlds.fresh()
  local values = require "guest.values"
  for place, returned in pairs { ["returned value 1 is inf"] = { 1 / 0 },
    ["returned value 2.a[2] is -inf"] = { 1, { a = { 0, -1 / 0 } } } } do
    local _, err = try(values.split, returned, #returned)
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
    luaunit.assertStrContains(err.message, place)
    luaunit.assertStrContains(err.hint, "json.null")
  end
end

function M.test_an_answer_keeps_below_a_million_characters()
  local result = run { returned = { ("x"):rep(480000) } }
  luaunit.assertNil(result.is_error)
  result = run { returned = { ("x"):rep(500000) }, printed = "before" }
  luaunit.assertEquals(result.meta.backend_error_code, "INVALID_ARGUMENT")
  luaunit.assertStrContains(texts(result), "at most 980000")
  luaunit.assertStrContains(texts(result), "before")
end

return M
