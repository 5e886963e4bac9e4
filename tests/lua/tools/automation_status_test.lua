local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function row(list, policy)
  worlds.fresh { environment = { PEEKABOO_TOOLSETS = list }, policy = policy }
  return require("tools.automation_status").row()
end

function M.test_tools_that_act_and_levels()
  local none = row "core"
  luaunit.assertEquals({ none.available, none.detail }, { false, "no tool of `core` acts" })
  luaunit.assertStrContains(none.remedy, "automation")
  luaunit.assertFalse(row("list_windows").available)
  local some = row("core,windows")
  luaunit.assertEquals({ some.available, some.detail },
    { true, "toolsets core,windows; every application may be used" })
  local levels = row("hands", { generation = 1, rules = { levels = { { app = "x", level = "view" } } } })
  luaunit.assertStrContains(levels.detail, "the policy has 1 level for applications")
end

return M
