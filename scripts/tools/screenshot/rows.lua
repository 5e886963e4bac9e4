local masking = require "desktop.masking"
local parameters = require "tools.screenshot.common.parameters"

local M = {}

local bounds = { { "x", "integer" }, { "y", "integer" }, { "width", "integer" }, { "height", "integer" } }

local display = {
  { "id", "string", "What `display` takes." }, { "name", "string", "The connector." },
  { "resolution", { { "width", "integer" }, { "height", "integer" } }, "In pixels." },
  { "position", { { "x", "integer" }, { "y", "integer" } }, "On the desktop." },
  { "isPrimary", "boolean", "It is the main one." },
}

-- Returns the fields of a window in an answer, with `bounds` as in its text.
local function window_with(text, more)
  local rows = {
    { "id", "string", "What `windowId` takes." }, { "title", "string", "As it is." },
    { "processName", "string", "Its program." }, { "pid", "integer", "Its process." }, { "bounds", bounds, text },
  }
  return table.move(more, 1, #more, #rows + 1, rows)
end

local fault = {
  { "code", "string", "See *Errors*." }, { "message", "string", "What was wrong." },
  { "details", "object", "Facts: `field`, `reason`, `retry_after`, `hint` (the remedy) …", optional = true },
}

-- Returns the rows of an answer in its two forms: members of a success, or an error.
local function answer_with(rows)
  local all = { { "status", { "success", "error" }, "Whether it went well." } }
  for _, row in ipairs(rows) do
    row.optional = true
    all[#all + 1] = row
  end
  all[#all + 1] = { "messages", { list = "string" }, "What else the reader must know.", optional = true }
  all[#all + 1] = { "error", fault, "Why it failed.", optional = true }
  return all
end

-- Returns the rows of an answer about a picture; `subject` describes what it shows.
local function picture_with(subject)
  return answer_with {
    { "filePath", "string", "With `savePath`: the file's absolute path. Else the picture is a content of its own." },
    { "mimeType", "string", "`image/png`, `image/jpeg`, `image/webp` or `image/bmp`." },
    { "metadata", {
      { "width", "integer" }, { "height", "integer" }, { "format", "string", "`png`, `jpeg`, `webp` or `bmp`." },
      { "fileSize", "integer", "Bytes." }, { "timestamp", "string", "ISO 8601." }, subject,
      { "piiMasking", masking.rows(), "What was masked, with `enablePIIMasking`.", optional = true },
      { "excludedWindows", "integer", "How many windows that the policy excludes were filled in it." },
    }, "About the picture." },
  }
end

local capture_errors = {
  { "PERMISSION_DENIED", "The policy or the desktop refuses it; `_meta.backend_error_code` has POLICY_DENIED or "
    .. "PERMISSION_ERROR_SCREEN_RECORDING." },
  { "INVALID_PATH" }, { "UNSUPPORTED_FORMAT", "The format is unknown, or the picture has more pixels a side than it." },
  { "CAPTURE_FAILED" }, { "RATE_LIMIT_EXCEEDED" }, { "INVALID_ARGUMENT", "`details.field` names the argument." },
  { "FILE_IO_ERROR" }, { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" },
}

local function errors_with(...)
  local rows = { ... }
  return table.move(capture_errors, 1, #capture_errors, #rows + 1, rows)
end

-- Returns a row of a tool that captures.
local function capturing(row)
  local shared = { parameters.format, parameters.quality, parameters.save_path, parameters.masking }
  table.move(shared, 1, #shared, #row.params + 1, row.params)
  return row
end

local full = capturing {
  name = "screenshot_capture_full",
  title = "Screenshot of a display",
  description = "Captures a display at full size. Answers JSON {status, filePath?, mimeType, metadata, messages}, and "
    .. "without 'savePath' the picture. `image` can scale, cut and analyze.",
  logged = { "display", "format", "savePath" },
  params = {
    { "display", "string", "Id (\"0\") or connector. Default: the primary display.", optional = true },
  },
  json_result = picture_with { "display", display, "What it shows." },
  errors = errors_with({ "DISPLAY_NOT_FOUND" }),
  examples = {
    { "The primary display, in the answer", {} },
    { "Another one, to a file", { { "display", "1" }, { "format", "webp" }, { "quality", 80 },
      { "savePath", "/tmp/second.webp" } } },
  },
}

local window = capturing {
  name = "screenshot_capture_window",
  title = "Screenshot of a window",
  description = "Captures a window, even a covered one: give 'windowId' or 'windowTitle'. Answers as "
    .. "screenshot_capture_full.",
  logged = { "windowId", "includeFrame", "format", "savePath" },
  params = {
    { "windowId", "string", "Decimal, or hexadecimal after 0x.", optional = true },
    { "windowTitle", "string", "The title, else a part of it; with * or ? a pattern for all of it; /…/ a regular "
      .. "expression. Case is ignored; the front-most wins.", optional = true },
    { "includeFrame", "boolean", "With the window manager's frame.", optional = true, default = false },
  },
  json_result = picture_with { "window", window_with("Of the picture, in desktop pixels.", {}), "What it shows." },
  errors = errors_with({ "WINDOW_NOT_FOUND" }),
  examples = {
    { "By a part of its title", { { "windowTitle", "Inbox" } } },
    { "By its id, with its frame", { { "windowId", "21" }, { "includeFrame", true } } },
  },
}

local region = capturing {
  name = "screenshot_capture_region",
  title = "Screenshot of a region",
  description = "Captures a rectangle of the desktop, in the pixels of the lists of displays and windows. What no "
    .. "display shows is cut off: `metadata.region` is what the picture has. Answers as screenshot_capture_full.",
  logged = { "x", "y", "width", "height", "format", "savePath" },
  params = {
    { "x", "number", nil, minimum = 0 }, { "y", "number", nil, minimum = 0 },
    { "width", "number", nil, minimum = 1 }, { "height", "number", nil, minimum = 1 },
  },
  json_result = picture_with { "region", bounds, "What it shows, in desktop pixels." },
  errors = errors_with({ "DISPLAY_NOT_FOUND" }),
  examples = {
    { "A part of the desktop", { { "x", 100 }, { "y", 50 }, { "width", 640 }, { "height", 480 } } },
  },
}

local list_displays = {
  name = "screenshot_list_displays",
  title = "List displays",
  description = "Lists the displays, the primary first.",
  read_only = true, idempotent = true,
  params = {},
  result = answer_with { { "displays", { list = display }, "All of them." } },
  errors = { { "DISPLAY_NOT_FOUND" }, { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" } },
  examples = { { "All displays", {} } },
}

local list_windows = {
  name = "screenshot_list_windows",
  title = "List windows",
  description = "Lists the windows, front-most first.",
  read_only = true, idempotent = true,
  params = {},
  result = answer_with { { "windows", { list = window_with("Of a picture of it, in desktop pixels.", {
    { "isMinimized", "boolean", "It is minimised." }, { "zOrder", "integer", "0 is the front-most." },
    { "isExcluded", "boolean", "The policy keeps it out of pictures; it has no title." },
  }) }, "All of them." } },
  errors = { { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" }, { "PERMISSION_DENIED", "The policy refuses it." } },
  examples = { { "All windows", {} } },
}

-- The tools, as in core/rows.lua.
M.tools = { full, window, region, list_displays, list_windows }

return M
