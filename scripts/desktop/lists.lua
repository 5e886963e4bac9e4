local app = require "app"
local deadline = require "lib.deadline"
local app_resolve = require "desktop.app_resolve"
local screen = require "screen"
local unicode = require "lib.unicode"
local window_select = require "desktop.window_select"

local M = {}

local function bounds_of(bounds)
  return { x = bounds.x, y = bounds.y, width = bounds.width, height = bounds.height }
end

function M.application_info(application)
  return { app_name = application.name, bundle_id = application.bundle_id or "", pid = application.pid }
end

-- Returns rows {app_name, bundle_id, pid, is_active, window_count}, by lower-case name.
function M.applications()
  local rows = {}
  for i, application in ipairs(deadline.desktop("listing applications", function() return app.list() end)) do
    local row = M.application_info(application)
    row.is_active = application.active and true or false
    row.window_count = application.window_count
    row.order = unicode.lower(application.name)
    rows[i] = row
  end
  table.sort(rows, function(a, b)
    if a.order ~= b.order then return a.order < b.order end
    return a.pid < b.pid
  end)
  for _, row in ipairs(rows) do row.order = nil end
  return rows
end

-- Returns the windows of an application: {applications, windows, minimised and elsewhere (numbers of windows left out
-- for that reason), messages (for the reader)}. `details`: a set of "ids", "bounds", "off_screen".
function M.windows(identifier, details)
  local selection = deadline.desktop("listing windows", function() return app_resolve.find(identifier) end)
  local rows, minimised, elsewhere = {}, 0, 0
  for index, window in ipairs(selection.windows) do
    if window.on_screen or details.off_screen then
      local row = { window_title = window_select.title(window), window_index = index - 1 }
      if details.ids then row.window_id = window.id end
      if details.bounds then row.bounds = window.bounds end
      if details.off_screen then row.is_on_screen = window.on_screen and true or false end
      rows[#rows + 1] = row
    elseif window.minimised then
      minimised = minimised + 1
    else
      elsewhere = elsewhere + 1
    end
  end
  local applications = {}
  for i, application in ipairs(selection.applications) do applications[i] = M.application_info(application) end
  return {
    applications = applications, windows = rows, minimised = minimised, elsewhere = elsewhere,
    messages = { selection.note },
  }
end

-- Returns rows {index, name, bounds, scale, primary, pixels, rotation}.
function M.screens()
  local rows = {}
  for i, display in ipairs(deadline.desktop("listing screens", function() return screen.displays() end)) do
    rows[i] = {
      index = display.id, name = display.name, bounds = bounds_of(display.bounds),
      scale = display.scale, primary = display.primary and true or false,
      pixels = { width = display.pixel_width, height = display.pixel_height }, rotation = display.rotation,
    }
  end
  return rows
end

-- Returns a list of words as a set.
function M.set(words)
  local set = {}
  for _, word in ipairs(words or {}) do set[word] = true end
  return set
end

return M
