local analysis = require "analysis"
local arguments = require "arguments"
local backend = require "backend"
local captures = require "captures"
local fit = require "fit"
local formats = require "formats"
local json = require "json"
local log = require "log"
local status = require "status"
local target = require "target"
local texts = require "texts"
local tool = require "tool"

local M = {}

local function normalise(args)
  args = arguments.without_unset(args)
  args.unknown_format = nil
  -- Some clients send the word for "nothing" as a text.
  if args.path == "null" then args.path = nil end
  if type(args.format) == "string" then
    local kind, warning = formats.read(args.format)
    -- The schema knows no such format; the answer warns about it.
    if warning then args.unknown_format = args.format end
    args.format = kind
  end
  return args
end

local function with_images(content, images, result)
  for _, shot in ipairs(result.shots) do
    local view = shot.view
    if view and view.blob then
      local facts = {
        item_label = shot.label, window_title = shot.title, window_id = shot.subject.window and shot.subject.id or nil,
        width = view.map.width, height = view.map.height, origin = view.map.origin, scale = view.map.scale,
      }
      local row = { mime_type = view.blob.media_type }
      for key, value in pairs(facts) do row[key] = value end
      images[#images + 1] = row
      facts.source_path = shot.path
      content[#content + 1] = tool.image(view.blob, facts)
    elseif result.plan.linked and shot.path then
      content[#content + 1] = tool.link(shot.path, shot.label, result.plan.media_type)
    end
  end
end

-- One text for all pictures that are not just what the screen shows.
local function add_maps(content, result)
  local lines = {}
  local numbered = result.plan.inline and #result.shots > 1
  for i, shot in ipairs(result.shots) do
    local shown = texts.shown(shot, result.region)
    if numbered then
      lines[#lines + 1] = texts.numbered(i, shot) .. " " .. (shown or texts.map(shot.map))
    else
      lines[#lines + 1] = shown
    end
  end
  if #lines > 0 then content[#content + 1] = tool.text(table.concat(lines, "\n")) end
end

-- The tool result for what was captured and, when a question was asked, answered.
function M.compose(result, answer)
  local hide = answer ~= nil and result.plan.keep == "nowhere"
  local content = { tool.text(texts.captured {
    shots = #result.shots, files = result.saved_files, hide_files = hide,
    analysis = answer and (answer.ok and "succeeded" or "failed/skipped") or nil,
  }) }
  for _, warning in ipairs(result.warnings) do content[#content + 1] = tool.text(warning) end
  add_maps(content, result)
  if answer then content[#content + 1] = tool.text("Analysis Result: " .. answer.text) end
  local images = {}
  with_images(content, images, result)
  for _, shot in ipairs(result.shots) do
    if shot.kept then content[#content + 1] = tool.resource_link(shot.kept) end
  end
  if #result.messages > 0 then
    content[#content + 1] = tool.text("Capture Messages: " .. table.concat(result.messages, "; "))
  end
  local structured = { saved_files = json.array(result.saved_files), images = json.array(images) }
  local meta
  if answer then
    structured.analysis_text, structured.model_used = answer.text, answer.model
    if not answer.ok then meta = { backend_error_code = "AI_PROVIDER_ERROR", analysis_error = answer.error } end
  end
  return {
    content = content, structured = structured, members = structured, meta = meta,
    is_error = answer ~= nil and not answer.ok or nil,
  }
end

local function keep(blob, shot)
  return captures.keep(blob, shot.label, shot.title)
end

local function capture(args, call)
  -- Answers about the pictures come after the pictures.
  local share = args.question and 2 or 1
  local result = backend.of(call).take {
    target = target.parse(args.app_target), format = args.unknown_format or args.format, path = args.path,
    question = args.question ~= nil, focus = args.capture_focus, region = args.region, scale = args.scale,
    limits = fit.limits(args), limited = fit.is_limited(args),
    progress = call and function(done, total, label) call:progress(done, share * total, label) end or nil,
    -- Elsewhere nobody could come back for it.
    keep = call and call.caller == "mcp" and keep or nil,
  }
  for _, note in ipairs(result.debug) do log.debug(note) end
  for _, message in ipairs(call and result.messages or {}) do call:log("warning", message) end
  return result
end

local function ask(args, result, call)
  local count = #result.shots
  local tried = result.tried or count
  return analysis.run(result.shots, args.question, call and function(done)
    -- Pictures that could not be made have no answers either.
    call:progress(tried + (tried - count) + done, 2 * tried, ("%d of %d answered"):format(done, count))
  end)
end

function M.run(args, call)
  local result, err = try(capture, args, call)
  if not result then return tool.failed(err, "Image capture failed") end
  local answer = args.question and ask(args, result, call) or nil
  return M.compose(result, answer)
end

local map_rows = {
  { "width", "integer", "In pixels." },
  { "height", "integer", "In pixels." },
  { "origin", { { "x", "integer" }, { "y", "integer" } }, "The desktop pixel at the picture's upper left corner. "
    .. "An external command line may leave it out; it is 0, 0 then." },
  { "scale", "number", "Picture pixels for each desktop pixel: desktop x = origin.x + picture x / scale, "
    .. "desktop y = origin.y + picture y / scale." },
}

local function with_map(rows)
  for _, row in ipairs(map_rows) do rows[#rows + 1] = row end
  return rows
end

local saved_file = with_map {
  { "path", "string", "Where it is." },
  { "item_label", "string", "The screen or application that it shows.", optional = true },
  { "window_title", "string", "The window's title.", optional = true },
  { "window_id", "integer", "The window's id, as `list` gives it.", optional = true },
  { "window_index", "integer", "The window's place, 0 = front-most.", optional = true },
  { "mime_type", "string", "`image/png` or `image/jpeg`." },
}

local image_row = with_map {
  { "item_label", "string", "The screen or application that it shows.", optional = true },
  { "window_title", "string", "The window's title.", optional = true },
  { "window_id", "integer", "The window's id, as `list` gives it.", optional = true },
  { "mime_type", "string", "`image/png` or `image/jpeg`." },
}

local kFar = 1000000
local kLargest = 2147483647

local region_rows = {
  { "x", "integer", nil, minimum = -kFar, maximum = kFar },
  { "y", "integer", nil, minimum = -kFar, maximum = kFar },
  { "width", "integer", nil, minimum = 1, maximum = kFar },
  { "height", "integer", nil, minimum = 1, maximum = kFar },
}

tool.register {
  name = "image",
  title = "Capture the screen",
  description = "Captures screen content and optionally analyzes it. Targets can be the entire screen (each display "
    .. "separately), a specific application window, or all windows of an application, controlled by `app_target`. "
    .. "Supports foreground/background capture. Captured image(s) can be saved to a file (`path`), returned as Base64 "
    .. "data (`format: \"data\"`), or both. If a `question` is provided, the captured image is analyzed by an AI model "
    .. "chosen automatically from `PEEKABOO_AI_PROVIDERS`. Window shadows/frames are excluded. " .. status.block(),
  open_world = true,
  params = {
    { "app_target", "string", "Optional. Specifies the capture target. Examples:\n"
      .. "- Omitted/empty: All screens.\n"
      .. "- 'screen:INDEX': Specific display (e.g., 'screen:0').\n"
      .. "- 'frontmost': The front window of the active application.\n"
      .. "- 'AppName': All windows of 'AppName'.\n"
      .. "- 'PID:ProcessID': All windows of the application with the specified process ID (e.g., 'PID:663').\n"
      .. "- 'AppName:WINDOW_TITLE:Title': Window of 'AppName' with 'Title'.\n"
      .. "- 'AppName:WINDOW_INDEX:Index': Window of 'AppName' at 'Index' (0 is the front-most).", optional = true },
    { "path", "string", "Optional. Absolute path for saving captured image(s); '~' is expanded. If it is a directory "
      .. "(it exists as one, ends in '/', or has no extension), unique filenames are generated inside it. The path(s) "
      .. "of saved file(s) are returned in 'saved_files'.", optional = true },
    { "question", "string", "Optional. If provided, the captured image will be analyzed. The server automatically "
      .. "selects an AI provider from 'PEEKABOO_AI_PROVIDERS'.", optional = true },
    { "format", { "png", "jpg", "data" }, "Optional. Output format. 'png' or 'jpg' save to 'path' (if provided). "
      .. "'data' returns Base64 encoded PNG data inline; if 'path' is also given, saves a PNG file to 'path' too. If "
      .. "unset, the extension of 'path' decides, else PNG. Windows captured without 'path' are returned inline. "
      .. "Screen captures always save to files (the temporary directory if no path is given).", optional = true },
    { "capture_focus", { "background", "foreground", "auto" }, "Optional. Focus behavior. 'background' (default): "
      .. "capture without altering window focus. 'foreground': bring target to front before capture. 'auto': bring it "
      .. "to front unless it is active already.", optional = true, default = "background" },
    { "region", region_rows, "Optional. Only this part of the target, in desktop pixels (those of 'list' bounds) for "
      .. "windows as for screens. Without 'app_target', of every screen that shows some of it. What lies outside the "
      .. "target is cut off. Holds for files too.", optional = true },
    { "scale", "number", "Optional. Scales the picture down by this factor: 0.5 is half the width and height. Holds "
      .. "for files too. A screen is then returned inline as well.", optional = true, above = 0, maximum = 1 },
    { "max_width", "integer", "Optional. Scales pictures returned inline down to at most this many pixels; 0 = no "
      .. "limit. Files stay whole. With 'max_width', 'max_height' or 'max_bytes' the pictures, screens too, are "
      .. "returned inline in any case (except with a 'question').", optional = true, minimum = 0, maximum = kLargest },
    { "max_height", "integer", "Optional. Like 'max_width', for the height.", optional = true, minimum = 0,
      maximum = kLargest },
    { "max_bytes", "integer", "Optional. The most that all pictures returned inline may take together, in bytes of "
      .. "Base64 (default: PEEKABOO_MAX_IMAGE_BYTES, else 1000000; 0 = no limit). Larger ones are scaled down, then "
      .. "compressed more strongly; the text says so. Files stay whole.", optional = true, minimum = 0,
      maximum = kLargest },
  },
  result = {
    { "saved_files", { list = saved_file }, "The files that were written and stay." },
    { "images", { list = image_row }, "The pictures in this result, in order." },
    { "analysis_text", "string", "With `question`: the answer, or why there is none.", optional = true },
    { "model_used", "string", "With `question`: who answered, as `provider/model`.", optional = true },
  },
  errors = {
    { "APP_NOT_FOUND" }, { "AMBIGUOUS_APP_IDENTIFIER" },
    { "WINDOW_NOT_FOUND", "There is no window of that title or index, or the application has no windows." },
    { "DISPLAY_NOT_FOUND" }, { "DISPLAY_UNAVAILABLE" }, { "PERMISSION_ERROR_SCREEN_RECORDING" },
    { "CAPTURE_FAILED", "The pixels could not be had; the text says why." },
    { "FILE_IO_ERROR", "`path` could not be written: permission, no space, not an image, too long." },
    { "INVALID_ARGUMENT" }, { "TIMEOUT" }, { "AI_PROVIDER_ERROR", "The capture went well, the `question` did not." },
    { "UNSUPPORTED" },
  },
  examples = {
    { "Every screen, each to a file", {} },
    { "The front window of the active application, in the answer", { { "app_target", "frontmost" } } },
    { "One window, to a file", { { "app_target", "Firefox:WINDOW_INDEX:0" }, { "path", "/tmp/firefox.png" } } },
    { "A question about a window", { { "app_target", "Firefox:WINDOW_TITLE:Inbox" },
      { "question", "How many mails are unread?" } } },
  },
  normalise = normalise,
  run = M.run,
}

M.normalise = normalise

return M
