local json = require "fakes.json"
local luaunit = require "luaunit"
local world = require "fakes.world"

local M = {}
local schema

function M.setUp()
  world.fresh()
  schema = require "lib.schema"
end

local function text(rows, strict)
  return json.encode(schema.of(rows, "t", strict))
end

function M.test_order_is_kept()
  luaunit.assertEquals(text({ { "z", "string", "Last." }, { "a", "integer", optional = true, minimum = 1 } }, true),
    '{"type":"object","properties":{"z":{"type":"string","description":"Last."},"a":{"type":"integer","minimum":1}},'
    .. '"required":["z"],"additionalProperties":false}')
end

function M.test_bounds()
  luaunit.assertEquals(text { { "a", "number", optional = true, above = 0, maximum = 1 } },
    '{"type":"object","properties":{"a":{"type":"number","maximum":1,"exclusiveMinimum":0}}}')
end

function M.test_no_parameters()
  luaunit.assertEquals(text({}, true), '{"type":"object","properties":{},"additionalProperties":false}')
end

function M.test_nesting()
  luaunit.assertEquals(text { { "r", { { "x", "number" } }, "A record.", optional = true },
      { "l", { list = { "a", "b" } } }, { "any", "any" } },
    '{"type":"object","properties":{"r":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"],'
    .. '"description":"A record."},"l":{"type":"array","items":{"type":"string","enum":["a","b"]}},"any":{}},'
    .. '"required":["l","any"]}')
end

function M.test_raw_schemas_pass()
  local raw = { type = "object" }
  luaunit.assertIs(schema.of(raw, "t", true), raw)
end

function M.test_faults_name_the_place()
  for _, case in ipairs {
    { { { "a", "strin" } }, "t.a: unknown type 'strin'" },
    { { { "a", "string", minimun = 1 } }, "t.a: unknown word 'minimun'" },
    { { { "a", { { "b", { list = "x" } } } } }, "t.a.b[]: unknown type 'x'" },
    { { { "a" } }, "row 1" },
  } do
    local found, err = try(schema.of, case[1], "t")
    luaunit.assertNil(found)
    luaunit.assertStrContains(err, case[2])
  end
end

return M
