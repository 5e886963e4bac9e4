local errors = require "errors"

-- Formats failures for people; runtime/core/value/error_text.cpp does it for the program.
local M = {}

-- Returns one line: the text, and the remedy after an arrow if there is one.
function M.remedied(text, remedy)
  return remedy and remedy ~= "" and text .. " → " .. remedy or text
end

-- Returns the message, the facts, the remedy and the traceback, each on lines of its own. `prefix`: words before the
-- message, or nil. `failure`: message, hint?, details?, traceback?.
function M.lines(failure, prefix)
  local lines = { prefix and prefix .. ": " .. failure.message or failure.message }
  lines[#lines + 1] = errors.details_text(failure)
  lines[#lines + 1] = failure.hint
  lines[#lines + 1] = failure.traceback
  return table.concat(lines, "\n")
end

-- Returns the same for a script's failure, with its code. `what`: words before the message, or nil.
function M.text(failure, what)
  local message = (what and what .. ": " or "") .. failure.message
  if failure.code ~= "SCRIPT_ERROR" then message = ("%s (%s)"):format(message, failure.code) end
  local shown = { message = message, hint = failure.hint, traceback = failure.traceback }
  return M.lines(shown, "Error") .. "\n"
end

return M
