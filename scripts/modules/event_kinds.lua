local errors = require "errors"
local host = require "host"

local M = {}

-- The kinds of event.on by name, each a row of a file in scripts/automation/triggers/:
-- options: by name, the kind of value (see check/options.lua) and the meaning.
-- required: the name of an option that must be given.
-- subject, told: for the reference, the function's first argument and when the function is called.
-- subject_type: the type of that argument, where it is a record.
-- open(options): begins to listen; returns a function that waits for the next (subject, event), and a value to close in
-- the end.
-- policy: the default of when_running.
-- most: the number of events that may wait.
-- newest: true if the newest event replaces the last waiting one when no more may wait.
-- due(options, last): returns the time of the next event; `last` is the time of the last one, or of the beginning.
M.rows = {}

-- The names of the kinds, sorted.
M.names = {}

-- The options of every kind, by their kinds of value; `kind` itself is read before them.
M.common = { run = "function", when_running = "text" }

for _, file in ipairs(host.scripts "automation.triggers") do
  for name, row in pairs(require("automation.triggers." .. file)) do
    if M.rows[name] then errors.raise("SCRIPT_ERROR", ("two files declare the trigger kind '%s'"):format(name)) end
    for option in pairs(row.options) do
      if M.common[option] or option == "kind" then
        errors.raise("SCRIPT_ERROR", ("trigger kind '%s' has the option '%s' of every kind"):format(name, option))
      end
    end
    M.rows[name], M.names[#M.names + 1] = row, name
  end
end
table.sort(M.names)

-- Returns the options that a kind takes: kinds of value by name.
function M.options(kind)
  local known = {}
  for name, value in pairs(M.common) do known[name] = value end
  for name, option in pairs(M.rows[kind].options) do known[name] = option[1] end
  return known
end

-- Returns the names of the kinds that have an option, sorted.
function M.with_option(option)
  local found = {}
  for _, name in ipairs(M.names) do
    if M.rows[name].options[option] then found[#found + 1] = name end
  end
  return found
end

return M
