local app = require "app"
local match = require "match"
local window = require "window"
local window_match = require "window_match"

local M = {}

-- What an identifier means right now: {applications (the one with the front-most window first), windows (front to
-- back over all of them, on-screen ones first), name}. Raises "APP_NOT_FOUND" or "AMBIGUOUS_APP_IDENTIFIER".
function M.find(identifier)
  local found = match.applications(identifier, app.list())
  local by_pid, ordered, seen = {}, {}, {}
  for _, application in ipairs(found) do by_pid[application.pid] = application end
  local windows = {}
  for _, candidate in ipairs(window.list(#found == 1 and { pid = found[1].pid } or {})) do
    if by_pid[candidate.pid] then windows[#windows + 1] = candidate end
  end
  windows = window_match.arrange(windows)
  for _, candidate in ipairs(windows) do
    if not seen[candidate.pid] then
      seen[candidate.pid] = true
      ordered[#ordered + 1] = by_pid[candidate.pid]
    end
  end
  for _, application in ipairs(found) do
    if not seen[application.pid] then ordered[#ordered + 1] = application end
  end
  return { applications = ordered, windows = windows, name = ordered[1].name, by_pid = by_pid }
end

-- The application that owns a window, or one made of what the window says about itself.
function M.owner(candidate)
  for _, application in ipairs(app.list()) do
    if application.pid == candidate.pid then return application end
  end
  local name = candidate.app_class ~= "" and candidate.app_class or candidate.app_instance
  return { name = name and name ~= "" and name or "Unknown", bundle_id = "", pid = candidate.pid, active = true }
end

return M
