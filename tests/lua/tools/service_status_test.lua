local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

function M.test_rows_come_from_each_domain()
  worlds.fresh()
  package.loaded.tools = { providers = function() return { "tools.clock.provider", "tools.broken.provider" } end }
  package.loaded["tools.clock.provider"] = { rows = function()
    return { { operation = "clock", available = true, detail = "a clock" } }
  end }
  package.loaded["tools.broken.provider"] = { rows = function() error("it broke", 0) end }
  local rows = require("tools.service_status").rows()
  luaunit.assertEquals(rows[1], { operation = "clock", available = true, detail = "a clock" })
  luaunit.assertEquals({ rows[2].operation, rows[2].available }, { "broken", false })
  luaunit.assertStrContains(rows[2].detail, "it broke")
end

return M
