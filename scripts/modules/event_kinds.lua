local host = require "host"

local M = {}

-- The kinds of event.on by name, each a row of a file in scripts/automation/triggers/:
-- options: by name, the kind of value (see check/options.lua) and the meaning.
-- required: the name of an option that must be given.
-- subject, told: for the reference, the function's first argument and when the function is called.
-- open(options): begins to listen; returns a function that waits for the next (subject, event), and a value to close in
-- the end.
-- policy: the default of when_running.
-- most: the number of events that may wait.
-- newest: true if the newest event replaces the last waiting one when no more may wait.
-- due(options, last): returns the time of the next event; `last` is the time of the last one, or of the beginning.
M.rows = {}

-- The names of the kinds, sorted.
M.names = {}

for _, file in ipairs(host.scripts "automation.triggers") do
  for name, row in pairs(require("automation.triggers." .. file)) do
    M.rows[name], M.names[#M.names + 1] = row, name
  end
end
table.sort(M.names)

-- Whether any kind has an option of this name.
function M.is_option(name)
  for _, row in pairs(M.rows) do
    if row.options[name] then return true end
  end
  return false
end

return M
