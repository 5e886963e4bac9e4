local luaunit = require "luaunit"
local record = require "lib.record"

local M = {}

local new = record.type("point", { x = true, y = true })

function M.test_declared_fields_are_plain()
  local point = new { x = 1 }
  luaunit.assertNil(point.y)
  point.y = 2
  luaunit.assertEquals({ point.x, point.y }, { 1, 2 })
  point.x = nil
  luaunit.assertNil(point.x)
  point.x = false
  luaunit.assertFalse(point.x)
end

function M.test_other_fields_are_refused()
  luaunit.assertErrorMsgContains("a point has no field 'z'", new, { z = 1 })
  local point = new {}
  luaunit.assertErrorMsgContains("a point has no field 'z'", function() point.z = 1 end)
  luaunit.assertErrorMsgContains("a point has no field 'z'", function() return point.z end)
  luaunit.assertErrorMsgContains("record_test.lua", function() return point.z end)
end

return M
