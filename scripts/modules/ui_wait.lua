local elements = require "elements"
local errors = require "errors"
local options = require "check.options"
local time = require "time"
local ui_elements = require "ui_elements"
local window = require "window"

-- ui.wait: until an element is there, or none is there any more.
local M = {}

local kinds = { path = "text", role = "text", name = "text", state = "text", gone = "boolean", app = "text",
  window = "id", timeout = "seconds" }

local function checked(given)
  local value = type(given) == "table" and rawget(given, "value") or nil
  if value ~= nil and type(value) ~= "string" and type(value) ~= "number" then
    errors.raise("INVALID_ARGUMENT", "ui.wait: value: expected a string or a number, got " .. options.shown(value))
  end
  local rest = {}
  for name, each in pairs(type(given) == "table" and given or {}) do
    if name ~= "value" then rest[name] = each end
  end
  options.check("ui.wait", type(given) == "table" and rest or given, kinds)
  if not (rest.path or rest.role or rest.name) then
    errors.raise("INVALID_ARGUMENT", "ui.wait: neither path nor role nor name given",
      { hint = "window.wait waits for a window." })
  end
  if math.type(value) == "float" and value % 1 == 0 then value = ("%d"):format(value) end
  rest.value = value and tostring(value)
  return rest
end

local nowhere = { APP_NOT_FOUND = true, WINDOW_NOT_FOUND = true }

-- Returns the process and the windows that are meant; nothing when there are none. What an application opens while
-- it is waited for counts as well.
local function subject_of(given)
  local pid, windows = try(ui_elements.subject_of, "ui.wait", given)
  if pid then return pid, given.app and {} or windows end
  local err = windows
  if not nowhere[err.code] then error(err, 0) end
  if given.gone then return nil end
  if not given.app then error(err, 0) end
  window.wait { app = given.app, timeout = given.timeout }
  return ui_elements.subject_of("ui.wait", given), {}
end

function M.wait(given)
  given = checked(given)
  local begin = time.clock()
  local pid, windows = subject_of(given)
  if not pid then return true end
  local left = given.timeout and math.max(0.001, given.timeout - (time.clock() - begin))
  local found = elements.wait(pid, { windows = windows, path = given.path, role = given.role, name = given.name,
    state = given.state, value = given.value, gone = given.gone, timeout = left })
  if given.gone then return true end
  if #found > 1 then ui_elements.refuse_several(found, #found) end
  return found[1]
end

return M
