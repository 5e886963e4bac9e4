-- Formats a failure as whole lines for a person: message with code, remedy, and origin.
local M = {}

-- `failure`: message, code, hint?, traceback?. `what`: words before the message, or nil.
function M.text(failure, what)
  local message = (what and what .. ": " or "") .. failure.message
  if failure.code ~= "SCRIPT_ERROR" then message = ("%s (%s)"):format(message, failure.code) end
  local lines = { "Error: " .. message }
  lines[#lines + 1] = failure.hint
  lines[#lines + 1] = failure.traceback
  return table.concat(lines, "\n") .. "\n"
end

return M
