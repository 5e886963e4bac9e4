local forms = require "fakes.forms"
local luaunit = require "luaunit"
local reads = require "fakes.reads"

local M = {}

function M.test_applications_by_name()
  local world = forms.world()
  local list, result = reads.done(world, "list_running_apps", { limit = 2 })
  luaunit.assertEquals(list, { { name = "Firefox", bundleId = "firefox", processId = 100 },
    { name = "Hidden", bundleId = "hidden", processId = 400 } })
  local rest = reads.done(world, "list_running_apps", { cursor = result.structured.next_cursor })
  luaunit.assertEquals({ #rest, rest[1].name }, { 3, "Text Editor" })
end

return M
