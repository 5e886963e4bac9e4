local json = require "fakes.json"
local luaunit = require "luaunit"
local world = require "fakes.world"

local M = {}
local arguments

function M.setUp()
  world.fresh()
  arguments = require "lib.arguments"
end

function M.test_unset()
  luaunit.assertEquals(arguments.without_unset({ a = "", b = json.null, c = 0, d = false, e = "x" }),
    { c = 0, d = false, e = "x" })
  luaunit.assertEquals(arguments.without_unset({ a = "", b = "" }, { a = true }), { a = "" })
  luaunit.assertEquals(arguments.without_unset(nil), {})
end

function M.test_lists()
  for _, written in ipairs { json.array { "ids", "bounds" }, '["ids","bounds"]', "ids,bounds", " ids , bounds ," } do
    local list = arguments.list(written)
    luaunit.assertEquals({ list[1], list[2], list[3] }, { "ids", "bounds" })
  end
  luaunit.assertEquals(arguments.list("ids")[1], "ids")
  luaunit.assertEquals(#arguments.list("[]"), 0)
  luaunit.assertEquals(arguments.list(5), 5)
  luaunit.assertNil(arguments.list(nil))
end

return M
