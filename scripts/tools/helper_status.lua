local host = require "host"

-- The confinement of the helper processes that decode pictures of others and recognise text.
local M = {}

local function held_text(held)
  local filter = held.system_calls and "system calls filtered" or "system calls not filtered"
  return filter .. (held.files and ", files closed by Landlock" or ", no Landlock")
end

-- Starts a helper process and returns {available, detail, remedy, confinement}. The remedy says how to improve a weaker
-- confinement.
function M.look()
  local held, err = try(host.helper_confinement)
  if not held then
    if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
    return { available = false, detail = err.message, remedy = err.hint }
  end
  local remedy = not held.system_calls and "Install libseccomp-dev, and build Peekaboo again."
    or not held.files and "Run a kernel of 5.13 or later with Landlock switched on." or nil
  return { available = true, detail = held_text(held), remedy = remedy, confinement = held }
end

-- Rows {problem, remedy} for a result of M.look(). Landlock or the filter keeps files closed; only the filter keeps
-- everything else closed.
function M.problems(seen)
  if seen.available and seen.confinement.system_calls then return {} end
  local what = seen.available and "are read, but with " .. seen.detail or "cannot be read: " .. tostring(seen.detail)
  return { { problem = "Pictures that AI clients name " .. what .. ".", remedy = seen.remedy } }
end

return M
