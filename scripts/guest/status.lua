local settings = require "settings"


-- The status of guest scripts, for reports.
local M = {}

local function held_text(held)
  local filter = held.system_calls and "system calls filtered" or "system calls not filtered"
  return filter .. (held.namespaces and ", user and network namespaces of its own" or ", no namespaces of its own")
end

-- Returns {enabled, available, detail, remedy, confinement}: whether `run_script` is listed, and whether and how
-- scripts are confined, which it finds out by starting one. The remedy is for anything that could be better.
function M.look()
  if not settings.get "PEEKABOO_ENABLE_RUN_SCRIPT" then return { enabled = false } end
  local held, err = require("guest").confinement()
  if not held then
    return { enabled = true, available = false, detail = err and err.message, remedy = err and err.hint }
  end
  return {
    enabled = true, available = true, detail = held_text(held), confinement = held,
    remedy = not held.system_calls and "Install libseccomp-dev, and build Peekaboo again." or nil,
  }
end

-- Returns rows {problem, remedy} for the result of M.look().
function M.problems(seen)
  if not seen.enabled or seen.available and not seen.remedy then return {} end
  local what = seen.available and "run, but with " .. seen.detail or "cannot run: " .. tostring(seen.detail)
  return { { problem = "Guest scripts (run_script) " .. what .. ".", remedy = seen.remedy } }
end

return M
