local analysis = require "analysis"
local arguments = require "arguments"
local backend = require "backend"
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

local function with_images(content, result)
  for _, shot in ipairs(result.shots) do
    if shot.blob then
      content[#content + 1] = tool.image(shot.blob, {
        item_label = shot.label, window_title = shot.title,
        window_id = shot.subject.window and shot.subject.id or nil, source_path = shot.path,
      })
    elseif result.plan.linked and shot.path then
      content[#content + 1] = tool.link(shot.path, shot.label, result.plan.media_type)
    end
  end
end

-- The tool result for what was captured and, when a question was asked, answered.
function M.compose(result, answer)
  local hide = answer ~= nil and result.plan.keep == "nowhere"
  local content = { tool.text(texts.captured {
    shots = #result.shots, files = result.saved_files, hide_files = hide,
    analysis = answer and (answer.ok and "succeeded" or "failed/skipped") or nil,
  }) }
  for _, warning in ipairs(result.warnings) do content[#content + 1] = tool.text(warning) end
  if answer then content[#content + 1] = tool.text("Analysis Result: " .. answer.text) end
  with_images(content, result)
  if #result.messages > 0 then
    content[#content + 1] = tool.text("Capture Messages: " .. table.concat(result.messages, "; "))
  end
  local structured = { saved_files = json.array(result.saved_files) }
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

local function capture(args, call)
  local result = backend.of(call).take {
    target = target.parse(args.app_target), format = args.unknown_format or args.format, path = args.path,
    question = args.question ~= nil, focus = args.capture_focus,
    progress = call and function(done, total, label) call:progress(done, total, label) end or nil,
  }
  for _, note in ipairs(result.debug) do log.debug(note) end
  return result
end

function M.run(args, call)
  local result, err = try(capture, args, call)
  if not result then return tool.failed(err, "Image capture failed") end
  local answer = args.question and analysis.run(result.shots, args.question) or nil
  return M.compose(result, answer)
end

local saved_file = {
  { "path", "string", "Where it is." },
  { "item_label", "string", "The screen or application that it shows.", optional = true },
  { "window_title", "string", "The window's title.", optional = true },
  { "window_id", "integer", "The window's id, as `list` gives it.", optional = true },
  { "window_index", "integer", "The window's place, 0 = front-most.", optional = true },
  { "mime_type", "string", "`image/png` or `image/jpeg`." },
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
  },
  result = {
    { "saved_files", { list = saved_file }, "The files that were written and stay." },
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
