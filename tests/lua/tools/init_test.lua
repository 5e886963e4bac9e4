local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server()
end

function M.test_the_three_tools_carry_the_status()
  for _, name in ipairs { "image", "analyze", "list" } do
    local tool = world.tools[name]
    luaunit.assertStrContains(tool.description, world.server.status())
    luaunit.assertEquals(tool.input_schema.type, "object")
    luaunit.assertEquals(tool.output_schema.type, "object")
    luaunit.assertNil(tool.description:find("macOS", 1, true))
    luaunit.assertEquals(tool.input_schema.additionalProperties, false)
  end
end

function M.test_required_arguments()
  luaunit.assertNil(world.tools.image.input_schema.required)
  luaunit.assertNil(world.tools.list.input_schema.required)
  luaunit.assertEquals(world.tools.analyze.input_schema.required, { "image_path", "question" })
end

function M.test_published_words()
  local properties = world.tools.image.input_schema.properties
  luaunit.assertEquals(properties.format.enum, { "png", "jpg", "data" })
  luaunit.assertNil(properties.format.default)
  luaunit.assertEquals(properties.capture_focus.enum, { "background", "foreground", "auto" })
  luaunit.assertEquals(properties.capture_focus.default, "background")
  luaunit.assertStrContains(json.encode(world.tools.list.input_schema),
    '"enum":["running_applications","application_windows","server_status","screens"]')
  local config = world.tools.analyze.input_schema.properties.provider_config.properties
  luaunit.assertEquals(config.type.enum, { "auto", "ollama", "openai", "anthropic", "ocr" })
end

function M.test_every_result_fits_its_published_members()
  world.environment.PEEKABOO_AI_PROVIDERS = "ocr"
  world.put("/a.png", "\x89PNG\r\n\x1a\nx")
  for _, case in ipairs {
    { "image", {} }, { "image", { question = "x" } }, { "analyze", { image_path = "/a.png", question = "x" } },
    { "list", {} }, { "list", { app = "Firefox" } }, { "list", { item_type = "screens" } },
    { "list", { item_type = "server_status" } },
  } do
    local result = world.call(case[1], case[2])
    local schema = world.tools[case[1]].output_schema
    for key in pairs(result.structured) do luaunit.assertNotNil(schema.properties[key], key) end
    for _, key in ipairs(schema.required or {}) do luaunit.assertNotNil(result.structured[key], key) end
    luaunit.assertStrContains(json.encode(result.structured), "{")
  end
end

function M.test_failures_become_tool_errors()
  local raised = world.fail("CAPTURE_FAILED", "no pixels", { reason = "covered" }, "uncover it")
  local result = require("tool").failure(raised)
  luaunit.assertEquals(result.content[1].text, "no pixels\nuncover it")
  luaunit.assertTrue(result.is_error)
  luaunit.assertEquals(result.meta, { backend_error_code = "CAPTURE_FAILED", error_details = { reason = "covered" } })
  luaunit.assertEquals(require("tool").failure("boom").meta.backend_error_code, "INTERNAL_ERROR")
end

function M.test_annotations()
  for name, expected in pairs {
    image = { false, true, false, true }, analyze = { true, false, true, true }, list = { true, false, true, false },
  } do
    local given = world.tools[name].annotations
    luaunit.assertEquals({ given.readOnlyHint, given.destructiveHint, given.idempotentHint, given.openWorldHint },
      expected, name)
  end
end

function M.test_a_cancelled_call_has_no_answer()
  for name, args in pairs { image = { app_target = "Firefox" }, list = { app = "Firefox" } } do
    world.failing.windows = world.fail("CANCELLED", "cancelled")
    local answer, err = try(world.call, name, args)
    luaunit.assertNil(answer, name)
    luaunit.assertEquals(err.code, "CANCELLED")
  end
  luaunit.assertEquals(require("tool").failure(world.fail("CANCELLED", "x")).meta.backend_error_code, "CANCELLED")
end

function M.test_registration_refuses_unknown_words()
  local tool = require "tool"
  local ok, err = pcall(tool.register, { name = "x", parms = {} })
  luaunit.assertFalse(ok)
  luaunit.assertStrContains(err, "tool 'x': unknown word 'parms'")
end

function M.test_links_are_escaped()
  local tool = require "tool"
  luaunit.assertEquals(tool.link("/tmp/ä b?.png", "n", "image/png").uri, "file:///tmp/%C3%A4%20b%3F.png")
end

return M
