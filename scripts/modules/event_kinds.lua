local host = require "host"

local M = {}

-- The kinds of event.on by name, each a row of a file in scripts/automation/triggers/: options (by name: what it must
-- be, see options.check, and its meaning), required (the name of one that must be there), subject (what the function
-- gets first) and told (when), both for the reference, open(options), which begins to listen and gives a function that
-- waits for the next (subject, event) and what is to be closed in the end. policy is the default of when_running, most
-- how many events may wait; newest: where no more may wait, the newest counts. due(options, last): when it fires next;
-- last: when it did so last, or began.
M.rows = {}

-- Their names, sorted.
M.names = {}

for _, file in ipairs(host.scripts "automation.triggers") do
  for name, row in pairs(require("automation.triggers." .. file)) do
    M.rows[name], M.names[#M.names + 1] = row, name
  end
end
table.sort(M.names)

-- Whether any of the kinds has an option of this name.
function M.is_option(name)
  for _, row in pairs(M.rows) do
    if row.options[name] then return true end
  end
  return false
end

return M
