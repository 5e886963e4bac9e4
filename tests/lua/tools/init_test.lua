local json = require "fakes.json"
local is_addition = require "fakes.additions"
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

local function served(list, environment)
  world = worlds.fresh { environment = environment or {} }
  require("tools").serve(list)
  local names = {}
  for name in pairs(world.tools) do
    if not is_addition(name) then names[#names + 1] = name end
  end
  table.sort(names)
  return table.concat(names, " ")
end

function M.test_clients_get_what_is_switched_on()
  local script = { PEEKABOO_ENABLE_RUN_SCRIPT = "true" }
  for _, case in ipairs {
    { nil, {}, "analyze image list" }, { "all,-list", {}, "analyze image" }, { "list", {}, "list" },
    { nil, { PEEKABOO_TOOLSETS = "image,list" }, "image list" },
    { "core", { PEEKABOO_TOOLSETS = "list" }, "analyze image list" },
    { "all", {}, "analyze image list" }, { "script", {}, "" }, { "list", script, "list run_script" },
    { "all", script, "analyze image list run_script" },
  } do
    luaunit.assertEquals(served(case[1], case[2]), case[3], tostring(case[1]))
  end
end

function M.test_what_is_off_names_its_setting()
  luaunit.assertEquals(served "list", "list")
  for name in pairs(world.withheld) do
    if is_addition(name) then world.withheld[name] = nil end
  end
  luaunit.assertEquals(world.withheld, {
    image = "It is switched off: add 'core' to --toolsets or PEEKABOO_TOOLSETS.",
    analyze = "It is switched off: add 'core' to --toolsets or PEEKABOO_TOOLSETS.",
    run_script = "It is switched off: set PEEKABOO_ENABLE_RUN_SCRIPT=true.",
  })
end

function M.test_a_domain_without_tools_has_no_prompts_and_resources()
  served "script"
  luaunit.assertNil(next(world.prompts))
  luaunit.assertNil(next(world.resources))
  served "list"
  luaunit.assertNotNil(world.prompts.describe_screen)
  luaunit.assertNotNil(world.resources["peekaboo://captures/{id}"])
end

function M.test_a_single_call_loads_its_domain_alone()
  local function started(called)
    world = worlds.fresh {}
    require("tools").start(nil, called)
    return world.tools.list ~= nil, world.tools.run_script ~= nil
  end
  luaunit.assertEquals({ started "image" }, { true, false })
  luaunit.assertEquals({ started "no_such_tool" }, { true, false }, "all, to name the nearest")
end

function M.test_a_wrong_setting_is_a_problem()
  worlds.fresh { environment = { PEEKABOO_TOOLSETS = "cor" } }
  luaunit.assertEquals(require("tools").problem(),
    { problem = "PEEKABOO_TOOLSETS: no toolset is called 'cor'.", remedy = "Did you mean 'core'?" })
  luaunit.assertFalse(pcall(require("tools").serve))
end

function M.test_each_file_beside_the_rows_is_a_tool()
  local host, by_domain = require "host", {}
  for _, file in ipairs(host.scripts "tools") do
    local domain, name = file:match "^([%w_]+)%.([%w_]+)$"
    if domain and name ~= "rows" and name ~= "provider" then
      by_domain[domain] = by_domain[domain] or {}
      table.insert(by_domain[domain], name)
    end
  end
  for domain, files in pairs(by_domain) do
    local names = {}
    for i, row in ipairs(require(("tools.%s.rows"):format(domain)).tools) do names[i] = row.name end
    table.sort(names)
    luaunit.assertEquals(names, files, domain)
  end
end

function M.test_rows_of_a_domain_that_is_off_are_not_loaded()
  local domains = {}
  for _, file in ipairs(require("host").scripts "tools") do domains[#domains + 1] = file:match "^([%w_]+)%.rows$" end
  luaunit.assertTrue(#domains > 8)
  for list, on in pairs { list = "core", wait_for = "waiting", ["click,-click"] = "", script = "" } do
    worlds.fresh()
    require("tools").serve(list)
    for _, domain in ipairs(domains) do
      luaunit.assertEquals(package.loaded[("tools.%s.rows"):format(domain)] ~= nil, domain == on, domain)
    end
  end
end

function M.test_handlers_are_loaded_by_the_first_call()
  for _, name in ipairs { "image", "analyze", "list" } do luaunit.assertNil(package.loaded["tools.core." .. name]) end
  world.call("list", {})
  luaunit.assertNotNil(package.loaded["tools.core.list"])
  luaunit.assertNil(package.loaded["tools.core.image"])
end

function M.test_required_arguments()
  luaunit.assertNil(world.tools.image.input_schema.required)
  luaunit.assertNil(world.tools.list.input_schema.required)
  luaunit.assertEquals(world.tools.analyze.input_schema.required, { "image_path", "question" })
end

function M.test_published_words()
  local properties = world.tools.image.input_schema.properties
  luaunit.assertEquals(properties.format.enum, { "png", "jpg", "webp", "data" })
  luaunit.assertNil(properties.format.default)
  luaunit.assertEquals(properties.capture_focus.enum, { "background", "foreground", "auto" })
  luaunit.assertEquals(properties.capture_focus.default, "background")
  luaunit.assertStrContains(json.encode(world.tools.list.input_schema),
    '"enum":["running_applications","application_windows","server_status","screens"]')
  local config = world.tools.analyze.input_schema.properties.provider_config.properties
  luaunit.assertEquals({ table.unpack(config.type.enum, 1, 5) }, { "auto", "ollama", "openai", "anthropic", "ocr" })
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
    local given = { readOnlyHint = false, destructiveHint = not expected[1], idempotentHint = false,
      openWorldHint = true }
    for hint, value in pairs(world.tools[name].annotations) do
      luaunit.assertNotEquals(value, given[hint] or nil, "a default of the protocol")
      given[hint] = value
    end
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
