local errors = require "errors"
local budget = require "capture.budget"
local formats = require "capture.formats"
local fs = require "fs"
local json = require "json"
local log = require "log"
local settings = require "settings"
local pipeline = require "capture.pipeline"
local list_text = require "desktop.list_text"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 1, text = "Capture screens, applications or windows", desktop = true, captures = true,
  options = {
    { "--app", "application: name, desktop entry id, or PID:n", value = "NAME" },
    { "--path", "file or folder to save to (default: PEEKABOO_DEFAULT_SAVE_PATH, else this folder)", value = "PATH",
      takes = "file" },
    { "--mode", "screen, window, multi or frontmost (default: window with --app, else screen)", value = "MODE",
      one_of = { "screen", "window", "multi", "frontmost" } },
    { "--screen-index", "only this screen, counted from 0", value = "N" },
    { "--window-title", "the window whose title is, or contains, this", value = "TEXT" },
    { "--window-index", "the window at this place, 0 = front-most", value = "N" },
    { "--format", "png, jpg or webp (default: by the path's extension, else png)", value = "FORMAT",
      one_of = { "png", "jpg", "jpeg", "webp" } },
    { "--capture-focus", "background (default), auto or foreground", value = "FOCUS",
      one_of = { "background", "auto", "foreground" } },
    { "--region", "only this part, in desktop pixels", value = "X,Y,WxH" },
    { "--scale", "scale down, for example 0.5", value = "FACTOR" },
    { "--max-width", "scale down to at most this many pixels", value = "N" },
    { "--max-height", "the same for the height", value = "N" },
    { "--max-bytes", "scale down until all pictures together take no more as Base64 (4/3 of the files)", value = "N" },
    { "--mask-pii", "fill personal data and secrets in the picture" },
    { "--question", "ask an AI provider about the picture", value = "TEXT" },
  },
}

local kFar = 1000000
local kMinScale = 0.0001

local function usage(message, hint)
  errors.raise("INVALID_ARGUMENT", message, { usage = true, hint = hint })
end

local function whole_number(value, name)
  if value == nil then return nil end
  local number = math.tointeger(tonumber(value))
  if not number or number < 0 then usage(("%s takes a whole number, not '%s'"):format(name, tostring(value))) end
  return number
end

local function number_within(value, name, least, most)
  if value == nil then return nil end
  local number = tonumber(value)
  if number and number >= least and number <= most then return number end
  return usage(("%s takes a number from %g to %g, not '%s'"):format(name, least, most, value))
end

local region_forms = {
  "^(-?%d+),(-?%d+)[, ](%d+)x(%d+)$", -- the format of grim and slurp, or with a second comma
  "^(%d+)x(%d+)([+-]%d+)([+-]%d+)$", -- the format of X programs
}

-- Parses "X,Y,WxH" or "WxH+X+Y" as a rectangle in desktop pixels.
local function region_of(text)
  if text == nil then return nil end
  local x, y, width, height = text:match(region_forms[1])
  if not x then width, height, x, y = text:match(region_forms[2]) end
  local region = { x = tonumber(x), y = tonumber(y), width = tonumber(width), height = tonumber(height) }
  for _, side in ipairs { "x", "y", "width", "height" } do
    local value = math.tointeger(region[side])
    if not value or math.abs(value) > kFar or (value < 1 and (side == "width" or side == "height")) then
      usage(("'%s' is not a region"):format(text), "Give it as X,Y,WxH in desktop pixels, for example 100,50,640x480.")
    end
  end
  return region
end

local function limits_of(options)
  local stated = {}
  for _, name in ipairs { "max_width", "max_height", "max_bytes" } do
    stated[name] = whole_number(options[name], "--" .. name:gsub("_", "-"))
  end
  return budget.is_limited(stated) and budget.file_limits(stated) or nil
end

local function set(value)
  return value ~= nil and value ~= "" and value or nil
end

local function window_target(options, mode)
  local title = set(options.window_title)
  local index = whole_number(options.window_index, "--window-index")
  if title and index then usage("--window-title and --window-index exclude each other") end
  if mode == "multi" and not title and not index then return { kind = "app", app = options.app } end
  if title then return { kind = "window", app = options.app, title = title } end
  return { kind = "window", app = options.app, index = index or 0 }
end

-- An empty string usually comes from an unset shell variable: capturing something else instead would be wrong.
local function check_combination(options, mode)
  for _, name in ipairs { "app", "window_title", "window_index", "screen_index" } do
    if options[name] == "" then usage(("--%s is empty"):format((name:gsub("_", "-")))) end
  end
  local windowed = options.window_title or options.window_index
  if windowed and not options.app then usage("--window-title and --window-index need --app") end
  if options.app and (mode == "screen" or mode == "frontmost") then
    usage(("--mode %s and --app exclude each other"):format(mode))
  end
  if options.screen_index and options.app then usage("--screen-index and --app exclude each other") end
  local app = (options.app or ""):lower()
  if app == "frontmost" then usage("--app frontmost names no application", "Use --mode frontmost without --app.") end
  if app:find("^screen:") then usage("--app screen:N names no application", "Use --screen-index N without --app.") end
  if app:find(":window_", 1, true) then
    usage("--app names a window", "Use --window-title TEXT or --window-index N beside --app.")
  end
end

-- Returns the target of the options, in the form of target.parse.
function M.target(options)
  local app = options.app
  local mode = options.mode or (app and "window" or "screen")
  check_combination(options, mode)
  if mode == "frontmost" then return { kind = "frontmost" } end
  if mode == "window" and not app then usage("--mode window needs --app", "Give it, for example --app Firefox.") end
  if mode ~= "screen" and app then
    return window_target({ app = app, window_title = options.window_title, window_index = options.window_index }, mode)
  end
  local index = whole_number(options.screen_index, "--screen-index")
  if index then return { kind = "screen", index = index, text = tostring(index) } end
  return { kind = "screens" }
end

local function human(result, answer)
  local lines = {}
  for _, warning in ipairs(result.warnings) do lines[#lines + 1] = warning end
  for _, message in ipairs(result.messages) do lines[#lines + 1] = "Warning: " .. message end
  lines[#lines + 1] = ("Captured %d image(s):"):format(#result.saved_files)
  for _, shot in ipairs(result.shots) do
    if shot.path then
      lines[#lines + 1] = "  " .. shot.path
      lines[#lines + 1] = "    " .. list_text.picture(shot)
      local shown = list_text.shown(shot, result.region, true)
      if shown then lines[#lines + 1] = "    " .. shown end
    end
  end
  for _, remark in ipairs(list_text.remarks(result.shots)) do lines[#lines + 1] = remark end
  if answer and answer.ok then
    lines[#lines + 1] = ""
    lines[#lines + 1] = answer.text
    lines[#lines + 1] = ("(%s, %.2f s)"):format(answer.model, answer.seconds)
  end
  return table.concat(lines, "\n") .. "\n"
end

function M.run(options)
  local question = set(options.question)
  local path = set(options.path) or not settings.default_save_path() and "." or nil
  local limits = limits_of(options)
  local result = pipeline.run(pipeline.request {
    target = M.target(options), format = formats.kind(options.format), path = path,
    working_directory = fs.current_directory(), question = question ~= nil,
    focus = options.capture_focus or "background", never_inline = true,
    region = region_of(options.region), scale = number_within(options.scale, "--scale", kMinScale, 1),
    limits = limits, limits_files = limits ~= nil, mask_pii = options.mask_pii,
  })
  for _, note in ipairs(result.debug) do log.debug(note) end
  local answer = question and require("ai.analysis").run(result.shots, question) or nil
  local messages = { table.unpack(result.warnings) }
  for _, message in ipairs(result.messages) do messages[#messages + 1] = message end
  for _, remark in ipairs(list_text.remarks(result.shots)) do messages[#messages + 1] = remark end
  local failure
  if answer and not answer.ok then
    failure = errors.make(answer.code or "AI_PROVIDER_ERROR", answer.text, { hint = answer.hint })
  end
  return {
    data = {
      saved_files = json.array(result.saved_files),
      analysis_text = answer and answer.text or nil, model_used = answer and answer.model or nil,
    },
    text = human(result, answer), messages = messages, failure = failure,
  }
end

return M
