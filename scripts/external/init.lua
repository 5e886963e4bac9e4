local errors = require "errors"
local process = require "external.process"
local failures = require "external.failures"
local external_files = require "external.files"
local temporary_files = require "capture.temporary_files"
local plans = require "capture.plan"
local policy = require "policy"
local present = require "capture.present"
local unicode = require "lib.unicode"

-- Captures and lists by an external command line, with the same results as capture.pipeline and desktop.lists.
local M = {}

local function target_words(target)
  local words = { "image" }
  if target.app then process.add(words, "--app", target.app) end
  if target.kind == "app" then
    process.add(words, "--mode", "multi")
  elseif target.kind == "window" then
    process.add(words, "--mode", "window")
  else
    process.add(words, "--mode", target.kind == "frontmost" and "frontmost" or "screen")
  end
  if target.kind == "screen" then process.add(words, "--screen-index", tostring(target.index)) end
  if target.title then process.add(words, "--window-title", target.title) end
  if target.kind == "window" and target.index then process.add(words, "--window-index", tostring(target.index)) end
  return words
end

-- Returns the arguments of `image` for a request whose files go to `path`.
function M.image_words(request, plan, path)
  local target = request.target
  if target.kind == "screen" and not target.index then
    errors.raise("INVALID_ARGUMENT", ("invalid screen '%s': 'screen:' takes a whole number"):format(target.text))
  end
  local words = target_words(target)
  process.add(words, "--path", path)
  process.add(words, "--format", plan.kind)
  process.add(words, "--capture-focus", request.focus or "background")
  return words
end

local could_not_write = { FILE_IO_ERROR = true, SWIFT_CLI_FILE_WRITE_ERROR = true }

local function run_image(path, request, result, place)
  local data, messages = process.run(path, M.image_words(request, result.plan, place), request.target.app)
  result.messages = messages
  return data or {}
end

local function take(path, request, result)
  local plan = result.plan
  local place <close> = external_files.place(plan)
  local data, err = try(run_image, path, request, result, place.path)
  if data then return external_files.gather(data.saved_files, request, result) end
  err = plans.explained(err, plan)
  -- A picture in the answer is worth more than the file that failed.
  if not (plan.inline and plan.keep ~= "nowhere" and could_not_write[err.code]) then error(err, 0) end
  result.warnings[#result.warnings + 1] = "Peekaboo Warning: " .. err.message
  plan.keep = "nowhere"
  return take(path, request, result)
end

local function capture(path, request)
  local result = present.result(request)
  if request.mask_pii or policy.masks_always() then
    errors.raise("UNSUPPORTED", "external command line masks nothing", { hint = "Unset PEEKABOO_CLI_PATH." })
  end
  request.external = true
  -- Only the command line knows how many pictures there will be.
  result.plan = plans.make(request, result.warnings, 1)
  if result.plan.keep == "temporary" then temporary_files.remove_old() end
  take(path, request, result)
  return result
end

local function rows_of(list, checked)
  local rows = {}
  for _, item in ipairs(type(list) == "table" and list or {}) do
    if type(item) == "table" then rows[#rows + 1] = checked(item) end
  end
  return rows
end

local function text(value, default)
  return type(value) == "string" and unicode.line(value) or default
end

local function application(item)
  return {
    app_name = text(item.app_name, "Unknown"), bundle_id = text(item.bundle_id, ""),
    pid = math.tointeger(item.pid) or 0,
  }
end

local function running(item)
  local row = application(item)
  row.is_active, row.window_count = item.is_active == true, math.tointeger(item.window_count) or 0
  return row
end

local function rectangle(value)
  if type(value) ~= "table" then return nil end
  local bounds = {}
  for _, name in ipairs { "x", "y", "width", "height" } do
    local number = tonumber(value[name])
    if not number then return nil end
    bounds[name] = math.floor(number + 0.5)
  end
  return bounds
end

local function window(item)
  local row = { window_title = text(item.window_title, "Untitled"), window_id = math.tointeger(item.window_id),
    window_index = math.tointeger(item.window_index), bounds = rectangle(item.bounds) }
  if type(item.is_on_screen) == "boolean" then row.is_on_screen = item.is_on_screen end
  return row
end

local function listed(path, words, app)
  local data, messages = process.run(path, words, app)
  if data then return data, messages end
  return failures.incomplete("INVALID_RESPONSE_NO_DATA", "Invalid response from list utility (no data).")
end

local function windows(path, identifier, details)
  local words, wanted = { "list", "windows" }, {}
  process.add(words, "--app", identifier)
  for _, name in ipairs { "off_screen", "bounds", "ids" } do
    if details[name] then wanted[#wanted + 1] = name end
  end
  if #wanted > 0 then process.add(words, "--include-details", table.concat(wanted, ",")) end
  local data, messages = listed(path, words, identifier)
  local applications = rows_of(data.applications, application)
  if type(data.target_application_info) == "table" then
    applications[1] = application(data.target_application_info)
  elseif #applications == 0 then
    failures.incomplete("INVALID_RESPONSE_MISSING_APP_INFO",
      "Invalid response from list utility (missing application info).")
  end
  return { applications = applications, windows = rows_of(data.windows, window), messages = messages }
end

local function applications(path)
  local data, messages = listed(path, { "list", "apps" })
  return rows_of(data.applications, running), messages
end

-- Returns {capture, applications, windows}, implemented by the program at `path`. Its lists have messages for the
-- reader.
function M.with(path)
  return {
    capture = function(request) return capture(path, request) end,
    applications = function() return applications(path) end,
    windows = function(identifier, details) return windows(path, identifier, details) end,
  }
end

return M
