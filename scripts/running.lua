local app = require "app"
local match = require "match"
local unicode = require "unicode"
local window_match = require "window_match"

local M = {}

-- Windows whose process is unknown all carry PID 0; their class must tell them apart, or another's would be shown.
local function same_class(candidate, application)
  local class = unicode.lower(candidate.app_class or "")
  return class ~= ""
    and (class == unicode.lower(application.name) or class == unicode.lower(application.bundle_id or ""))
end

local function owner_among(candidate, applications)
  for _, application in ipairs(applications) do
    if application.pid == candidate.pid and (candidate.pid ~= 0 or same_class(candidate, application)) then
      return application
    end
  end
  return nil
end

-- The windows of some applications with their owners, front to back, those on screen first. The desktop's own
-- background belongs to nobody, even when a file manager draws it.
local function windows_of(applications, all)
  local windows, owners = {}, {}
  for _, candidate in ipairs(all) do
    local owner = candidate.type ~= "desktop" and owner_among(candidate, applications) or nil
    if owner then
      windows[#windows + 1] = candidate
      owners[candidate.id] = owner
    end
  end
  return window_match.arrange(windows), owners
end

-- What an identifier means right now: {applications (the one with the front-most window first), windows (front to
-- back over all of them, on-screen ones first), owners (by window id), name}.
-- Raises "APP_NOT_FOUND" or "AMBIGUOUS_APP_IDENTIFIER".
function M.find(identifier)
  local apps, all = app.list { windows = true }
  local found = match.applications(identifier, apps)
  local windows, owners = windows_of(found, all)
  local ordered, seen = {}, {}
  local function add(application)
    if seen[application] then return end
    seen[application] = true
    ordered[#ordered + 1] = application
  end
  for _, candidate in ipairs(windows) do add(owners[candidate.id]) end
  for _, application in ipairs(found) do add(application) end
  return { applications = ordered, windows = windows, owners = owners, name = ordered[1].name }
end

-- The application that owns a window, or one made of what the window says about itself.
function M.owner(candidate)
  local known = owner_among(candidate, app.list())
  if known then return known end
  local name = candidate.app_class ~= "" and candidate.app_class or candidate.app_instance
  return { name = name and name ~= "" and name or "Unknown", bundle_id = "", pid = candidate.pid, active = true }
end

return M
