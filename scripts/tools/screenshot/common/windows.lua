local app = require "app"
local errors = require "errors"
local json = require "json"
local trim = require("lib.blanks").trim
local unicode = require "lib.unicode"
local window = require "window"
local window_select = require "desktop.window_select"

-- Windows, as the screenshot tools name and describe them.
local M = {}

local kRemedy = "screenshot_list_windows lists the windows."

-- Returns the number of a window's id in decimal or hexadecimal digits, or nil.
local function number_of(text)
  local digits = text:match "^%d+$"
  if digits then return math.tointeger(tonumber(digits)) end
  digits = text:match "^0[xX]0*(%x+)$"
  return digits and #digits < 16 and tonumber(digits, 16) or nil
end

-- Returns the window of an id. Raises INVALID_ARGUMENT and WINDOW_NOT_FOUND.
function M.by_id(text)
  local id = number_of(trim(text))
  if not id then
    errors.raise("INVALID_ARGUMENT", ("windowId: '%s' is not an id"):format(unicode.line(text)),
      { hint = "Give decimal digits, or hexadecimal ones after 0x.", details = { field = "windowId" } })
  end
  for _, found in ipairs(window.list()) do
    if found.id == id then return found end
  end
  return errors.raise("WINDOW_NOT_FOUND", ("no window has the id %s"):format(trim(text)), { hint = kRemedy })
end

-- Returns the front-most window whose title fits a pattern of window.list, one on the screen before all others. Raises
-- INVALID_ARGUMENT and WINDOW_NOT_FOUND.
function M.by_title(pattern)
  local found = window_select.arrange(window.list { title = pattern })[1]
  if found then return found end
  return errors.raise("WINDOW_NOT_FOUND", ("no window has a title like '%s'"):format(unicode.line(pattern)),
    { hint = kRemedy })
end

-- Returns the names of processes by the ids of their windows, and all windows from the front to the back.
function M.with_processes()
  local applications, all = app.list { windows = true }
  local names = {}
  for _, application in ipairs(applications) do
    for _, id in ipairs(application.windows) do names[id] = application.executable end
  end
  return names, all
end

-- Returns what answers tell about a window, as pairs {name, value}. `processes`: as of with_processes. `bounds`: of the
-- picture; default: of the content.
function M.told(found, processes, bounds)
  bounds = bounds or found.bounds
  return {
    { "id", tostring(found.id) }, { "title", found.title or "" },
    { "processName", processes[found.id] or found.app_instance or "" }, { "pid", found.pid },
    { "bounds", json.object { { "x", bounds.x }, { "y", bounds.y }, { "width", bounds.width },
      { "height", bounds.height } } },
  }
end

return M
