local luaunit = require "luaunit"
local signature = require "reference.signature"

local M = {}

local function text(parameters, options, results)
  return signature.text { call = "a.b", parameters = parameters, options = options, results = results }
end

local function named(name, optional, kind)
  return { name = name, type = kind or "integer", optional = optional }
end

function M.test_parameters_and_options()
  luaunit.assertEquals(text({}, {}, {}), "a.b()")
  luaunit.assertEquals(text({ named("id"), named("at", true), named("...") }, {}, {}), "a.b(id, at?, ...)")
  luaunit.assertEquals(text({ named("id") }, { named("x", true), named("y", true) }, {}), "a.b(id, {x, y}?)")
  luaunit.assertEquals(text({}, { named("x", false), named("y", true) }, {}), "a.b({x, y?})")
end

function M.test_a_list_is_written_as_one()
  luaunit.assertEquals(text({ named("place", false, "rectangle[]") }, {}, {}), "a.b({place, …})")
  luaunit.assertEquals(text({ named("places", false, "rectangle|rectangle[]") }, {}, {}), "a.b(places)")
end

function M.test_results()
  luaunit.assertEquals(text({}, {}, { { type = "window[]" } }), "a.b() -> {window}")
  luaunit.assertEquals(text({}, {}, { { type = "window?" }, { type = "string?", word = "reason" } }),
    "a.b() -> window?, reason?")
end

return M
