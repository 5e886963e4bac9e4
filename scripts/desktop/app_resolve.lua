local app = require "app"
local log = require "log"
local app_match = require "desktop.app_match"
local window_select = require "desktop.window_select"

local M = {}

-- Returns the application of each window, by the window's id.
local function owners_of(applications)
  local owners = {}
  for _, application in ipairs(applications) do
    for _, id in ipairs(application.windows) do owners[id] = application end
  end
  return owners
end

-- Returns the windows of some applications, front to back, those on screen first. Also returns whether the desktop's
-- background was left out: it counts only when there is nothing else, because a file manager that draws it has other
-- windows.
local function windows_of(owners, all)
  local windows, background = {}, {}
  for _, candidate in ipairs(all) do
    if owners[candidate.id] then
      local list = candidate.type == "desktop" and background or windows
      list[#list + 1] = candidate
    end
  end
  if #windows == 0 then return window_select.arrange(background), false end
  return window_select.arrange(windows), #background > 0
end

local function note_match(identifier, found, rule)
  local names = {}
  for i, application in ipairs(found) do names[i] = ("%s (PID %d)"):format(application.name, application.pid) end
  log.debug("application matched", { asked = identifier, rule = rule, taken = table.concat(names, ", ") })
end

-- Returns the current meaning of an identifier: {applications (the one with the front-most window first), windows (of
-- all applications, front to back, on-screen ones first), owners (by window id), name, note (a sentence for the reader
-- when the applications have another name, or nil)}. Raises "APP_NOT_FOUND" or "AMBIGUOUS_APP_IDENTIFIER".
function M.find(identifier)
  local apps, all = app.list { windows = true, names = true }
  local found, note, rule = app_match.applications(identifier, apps, all)
  note_match(identifier, found, rule)
  local owners = owners_of(found)
  local windows, left_out = windows_of(owners, all)
  local ordered, seen = {}, {}
  local function add(application)
    if seen[application] then return end
    seen[application] = true
    ordered[#ordered + 1] = application
  end
  for _, candidate in ipairs(windows) do add(owners[candidate.id]) end
  for _, application in ipairs(left_out and {} or found) do add(application) end
  return { applications = ordered, windows = windows, owners = owners, name = ordered[1].name, note = note }
end

-- Makes an application from a window's own properties.
function M.made_of(candidate)
  local names = {}
  for _, name in ipairs { candidate.app_class or "", candidate.app_instance or "" } do
    if name ~= "" then names[#names + 1] = name end
  end
  return { name = names[1] or "Unknown", bundle_id = "", executable = "", pid = candidate.pid, active = true,
    windows = { candidate.id }, names = names, generic_names = {} }
end

-- Returns the application that owns a window, or one made from the window's own properties.
function M.owner(candidate)
  return owners_of(app.list())[candidate.id] or M.made_of(candidate)
end

return M
