local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

function M.setUp()
  worlds.fresh()
  package.loaded.event = {}
end

-- The table of the reference tells what event.on takes.
function M.test_the_kinds_of_events_are_those_that_there_are()
  local kinds, told = require "event_kinds", {}
  for _, row in ipairs(require("reference.tasks").events) do
    local names = {}
    for name in pairs(kinds.rows[row[1]].options) do names[#names + 1] = name end
    table.sort(names)
    luaunit.assertEquals(row[2], table.concat(names, ", "), row[1])
    told[#told + 1] = row[1]
  end
  table.sort(told)
  luaunit.assertEquals(told, kinds.names)
end

return M
