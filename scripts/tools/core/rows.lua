local clients = require "lib.clients"
local json = require "json"
local masking = require "desktop.masking"
local registry = require "ai.registry"
local overwrite = require "capture.overwrite"

local M = {}

-- The values of `type` in the arguments of `analyze`.
M.provider_types = { "auto", table.unpack(registry.recognised()) }

local map_rows = {
  { "width", "integer", "In pixels." },
  { "height", "integer", "In pixels." },
  { "origin", { { "x", "integer" }, { "y", "integer" } }, "The desktop pixel at the picture's upper left corner. "
    .. "Absent, like `scale`, when an external command line does not say where its picture is.", optional = true },
  { "scale", "number", "Picture pixels for each desktop pixel: desktop x = origin.x + picture x / scale, "
    .. "desktop y = origin.y + picture y / scale.", optional = true },
}

local function with_map(rows)
  for _, row in ipairs(map_rows) do rows[#rows + 1] = row end
  return rows
end

local saved_file = with_map {
  { "path", "string", "Where it is." },
  { "item_label", "string", "The window's title, or the screen or application that it shows.", optional = true },
  { "app_name", "string", "The window's application.", optional = true },
  { "window_title", "string", "The window's title.", optional = true },
  { "window_id", "integer", "The window's id, as `list` gives it.", optional = true },
  { "window_index", "integer", "The window's place, 0 = front-most.", optional = true },
  { "mime_type", "string", "Of the picture." },
}

local image_row = with_map {
  { "item_label", "string", "The window's title, or the screen or application that it shows.", optional = true },
  { "app_name", "string", "The window's application.", optional = true },
  { "window_title", "string", "The window's title.", optional = true },
  { "window_id", "integer", "The window's id, as `list` gives it.", optional = true },
  { "mime_type", "string", "Of the picture." },
}

local kFar = 1000000
local kLargest = 2147483647

local region_rows = {
  { "x", "integer", nil, minimum = -kFar, maximum = kFar },
  { "y", "integer", nil, minimum = -kFar, maximum = kFar },
  { "width", "integer", nil, minimum = 1, maximum = kFar },
  { "height", "integer", nil, minimum = 1, maximum = kFar },
  { "of", "string", "Optional. The URI of a picture of the last ten minutes (256 at most), from its resource link: the "
    .. "region is in the pixels of that picture as the result showed it. Without 'app_target' it is cut to that "
    .. "picture, and the same window or screen is captured, at the same place of it: if that has moved or has another "
    .. "size since, the text says so.",
    optional = true },
}

local image_params = {
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
    .. "of saved file(s) are returned in 'saved_files'. A file that is there is replaced only if this server wrote it "
    .. "and it was not changed since, or with 'overwrite'. No folder is made in or as a dot-folder.", optional = true },
  overwrite.argument,
  { "question", "string", "Optional. If provided, the captured image will be analyzed. The server automatically "
    .. "selects an AI provider from 'PEEKABOO_AI_PROVIDERS'.", optional = true },
  { "format", { "png", "jpg", "webp", "data" }, "Optional. Output format. All but 'data' save to 'path' (if provided). "
    .. "'data' returns Base64 encoded PNG data inline; if 'path' is also given, saves a PNG file to 'path' too. If "
    .. "unset, the extension of 'path' decides, else PNG. Windows captured without 'path' are returned inline. "
    .. "Screen captures always save to files (the temporary directory if no path is given). Past the format's "
    .. "longest side (jpg 65500, webp 16383) it is a PNG.", optional = true },
  { "mask_pii", "boolean", "Fills personal data.", optional = true },
  { "capture_focus", { "background", "foreground", "auto" }, "Optional. Focus behavior. 'background' (default): "
    .. "capture without altering window focus. 'foreground': bring target to front before capture. 'auto': bring it "
    .. "to front unless it is active already.", optional = true, default = "background" },
  { "region", region_rows, "Optional. Only this part of the target, in desktop pixels (those of 'list' bounds) for "
    .. "windows as for screens, or, to look closer, in the pixels of an earlier picture ('of'). Without 'app_target', "
    .. "of every screen that shows some of it. What lies outside the target is cut off. Holds for files too.",
    optional = true },
  { "scale", "number", "Optional. Scales the picture down by this factor: 0.5 is half the width and height. Holds "
    .. "for files too. A screen is then returned inline as well.", optional = true, above = 0, maximum = 1 },
  { "max_width", "integer", "Optional. Scales pictures returned inline down to at most this many pixels; 0 = no "
    .. "limit. Files stay whole. With 'max_width', 'max_height' or 'max_bytes' the pictures, screens too, are "
    .. "returned inline in any case (except with a 'question').", optional = true, minimum = 0, maximum = kLargest },
  { "max_height", "integer", "Optional. Like 'max_width', for the height.", optional = true, minimum = 0,
    maximum = kLargest },
  { "max_bytes", "integer", "Optional. The most that all pictures returned inline may take together, in bytes of "
    .. "Base64 (default: PEEKABOO_MAX_IMAGE_BYTES, else 1000000; 0 = no limit). Larger ones are scaled down, then "
    .. "compressed more strongly; the text says so, and warns when even the smallest takes more. Files stay whole.",
    optional = true, minimum = 0, maximum = kLargest },
  { "since", "string", "Optional. The 'capture_id' of an earlier result for the same target, region and limits. When "
    .. "it still looks the same there, the answer is only that it is unchanged, and nothing is saved; else, and when "
    .. "that cannot be told, a new capture is made. The last 256 are known, for ten minutes.", optional = true },
}

local image_result = {
  { "saved_files", { list = saved_file }, "The files that were written and stay." },
  { "images", { list = image_row }, "The pictures in this result, in order." },
  { "capture_id", "string", "Names this capture in a later `since`; absent when another program took it.",
    optional = true },
  { "pii_masking", { list = masking.rows() }, "What was masked in each picture, with `mask_pii`.", optional = true },
  { "unchanged", "boolean", "True when it looks as it did in `since`; there are no pictures then.",
    optional = true },
  { "analysis_text", "string", "With `question`: the answer, or why there is none.", optional = true },
  { "model_used", "string", "With `question`: who answered, as `provider/model`.", optional = true },
}

local image_errors = {
  { "APP_NOT_FOUND" }, { "AMBIGUOUS_APP_IDENTIFIER" },
  { "WINDOW_NOT_FOUND", "There is no window of that title or index, the application has no windows, or the window of "
    .. "`region.of` is gone." },
  { "DISPLAY_NOT_FOUND" }, { "DISPLAY_UNAVAILABLE" }, { "PERMISSION_ERROR_SCREEN_RECORDING" },
  { "CAPTURE_FAILED", "The pixels could not be had; the text says why." },
  { "FILE_IO_ERROR", "`path` could not be written: permission, no space, exists, not an image, too long." },
  { "INVALID_PATH", "`path` lies outside of the folders that the policy allows." },
  { "POLICY_DENIED", "The policy allows no picture of this now, or no file at `path`; `reason` says which." },
  { "RATE_LIMIT_EXCEEDED", "The policy's captures of this minute are used up; `retry_after` has the seconds to wait." },
  { "INVALID_ARGUMENT" }, { "TIMEOUT" }, { "AI_PROVIDER_ERROR", "The capture went well, the `question` did not." },
  { "UNSUPPORTED" },
}

local image_examples = {
  { "Every screen, each to a file", {} },
  { "The front window of the active application, in the answer", { { "app_target", "frontmost" } } },
  { "One window, to a file", { { "app_target", "Firefox:WINDOW_INDEX:0" }, { "path", "/tmp/firefox.png" } } },
  { "Only if something has changed", { { "app_target", "screen:0" }, { "format", "data" },
    { "since", "peekaboo://captures/0123456789abcdef0123456789abcdef" } } },
  { "A question about a window", { { "app_target", "Firefox:WINDOW_TITLE:Inbox" },
    { "question", "How many mails are unread?" } } },
}

local image = {
  name = "image",
  title = "Capture the screen",
  description = "Captures screen content and optionally analyzes it. Targets can be the entire screen (each display "
    .. "separately), a specific application window, or all windows of an application, controlled by `app_target`. "
    .. "Supports foreground/background capture. Captured image(s) can be saved to a file (`path`), returned as Base64 "
    .. "data (`format: \"data\"`), or both. If a `question` is provided, the captured image is analyzed by an AI model "
    .. "chosen automatically from `PEEKABOO_AI_PROVIDERS`. Window shadows/frames are excluded. ",
  with_status = true,
  open_world = true, destructive = true, pictures = true, meta = clients.tool_hints,
  logged = { "app_target", "path", "format", "capture_focus", "overwrite", "since" },
  params = image_params,
  result = image_result,
  errors = image_errors,
  examples = image_examples,
}

local analyze = {
  name = "analyze",
  title = "Analyze an image file",
  description = "Analyzes an image file using a configured AI model (local Ollama, cloud OpenAI or Anthropic, "
    .. "the built-in `ocr`, which reads text, etc.) and returns a textual analysis/answer. Requires image path. "
    .. "AI provider selection and model defaults are governed by the server's `PEEKABOO_AI_PROVIDERS` environment "
    .. "variable and client overrides.\n",
  with_status = true,
  read_only = true, idempotent = true, open_world = true,
  logged = { "image_path", "path", "provider_config.type", "provider_config.model" },
  params = {
    { "image_path", "string", "Required. Absolute path to image file (.png, .jpg, .webp) to be analyzed." },
    { "question", "string", "Required. Question for the AI about the image." },
    { "provider_config", {
      { "type", M.provider_types, "AI provider. 'auto' uses server's PEEKABOO_AI_PROVIDERS ENV preference. A specific "
        .. "provider must be enabled in server's PEEKABOO_AI_PROVIDERS.", optional = true, default = "auto" },
      { "model", "string", "Optional. Model name (for 'ocr' a language such as 'eng'). If omitted, uses model from "
        .. "server's PEEKABOO_AI_PROVIDERS for chosen provider, or its default.", optional = true },
    }, "Optional. Explicit provider/model. Validated against server's PEEKABOO_AI_PROVIDERS.", optional = true },
  },
  result = {
    { "analysis_text", "string", "What the provider answered." },
    { "model_used", "string", "Who answered, as `provider/model`." },
    { "seconds", "number", "How long the provider took." },
    { "messages", { list = "string" }, "What else the reader must know." },
  },
  errors = {
    { "INVALID_ARGUMENT", "The file is not an image of a supported kind." }, { "FILE_IO_ERROR" },
    { "AI_PROVIDER_ERROR", "No provider is configured or works, or it refused; the text says which." },
    { "TIMEOUT" },
  },
  examples = {
    { "A question about a picture",
      { { "image_path", "/tmp/shot.png" }, { "question", "What does the dialog say?" } } },
    { "The text in a picture", { { "image_path", "/tmp/shot.png" }, { "question", "What is written here?" },
      { "provider_config", json.object { { "type", "ocr" } } } } },
  },
}

local application = {
  { "app_name", "string", "Its name." },
  { "bundle_id", "string", "Its desktop entry's id.", optional = true },
  { "pid", "integer", "Its process." },
}
local running = {
  application[1], application[2], application[3],
  { "is_active", "boolean", "It has the focus.", optional = true },
  { "window_count", "integer", "Of those on the screen.", optional = true },
}
local bounds = { { "x", "integer" }, { "y", "integer" }, { "width", "integer" }, { "height", "integer" } }

local list = {
  name = "list",
  title = "List applications, windows and screens",
  description = "Lists system items: running applications, all windows of a specific app, screens, or server status. "
    .. "An application is named in full or by its first words.\n",
  with_status = true,
  read_only = true, idempotent = true,
  meta = clients.tool_hints,
  params = {
    { "item_type", { "running_applications", "application_windows", "server_status", "screens" },
      "Specifies the type of items to list. If omitted or empty, it defaults to 'application_windows' if 'app' is "
      .. "provided, otherwise 'running_applications'. Valid options are:\n"
      .. "- `running_applications`: Lists all currently running applications.\n"
      .. "- `application_windows`: Lists open windows for a specific application. Requires the `app` parameter.\n"
      .. "- `server_status`: Returns information about the Peekaboo MCP server.\n"
      .. "- `screens`: Lists the displays that `screen:INDEX` can name.", optional = true },
    { "app", "string", "Specifies the target application by name (e.g., \"Firefox\", \"Files\"), desktop entry ID, or "
      .. "PID:number. Required when `item_type` is explicitly 'application_windows'.",
      optional = true },
    { "include_window_details", { list = { "ids", "bounds", "off_screen" } }, "Optional, for 'application_windows' "
      .. "only. Specifies additional details for each window. If provided for other 'item_type' values, it will be "
      .. "ignored only if it is an empty array.", optional = true },
  },
  result = {
    { "application_list", { list = running }, "For `running_applications`.", optional = true },
    { "window_list", { list = {
      { "window_title", "string", "Its title." },
      { "window_id", "integer", "With `ids`.", optional = true },
      { "window_index", "integer", "What `WINDOW_INDEX` takes: 0 is the front-most.", optional = true },
      { "bounds", bounds, "With `bounds`: in desktop pixels, without frame.", optional = true },
      { "is_on_screen", "boolean", "With `off_screen`.", optional = true },
    } }, "For `application_windows`, front-most first.", optional = true },
    { "target_application_info", application, "Of several with one name the front-most.",
      optional = true },
    { "applications", { list = application }, "All that have the name.", optional = true },
    { "minimised_count", "integer", "For `application_windows`: minimised ones that are left out.",
      optional = true },
    { "screens", { list = {
      { "index", "integer", "What `screen:INDEX` takes." }, { "name", "string", "Its connector." },
      { "bounds", bounds, "In desktop pixels." },
      { "scale", "number", "How much larger than usual programs draw; no coordinate depends on it.", optional = true },
      { "primary", "boolean", "It is the main one.", optional = true },
      { "pixels", "object", "Of its picture.", optional = true },
      { "rotation", "integer", "Clockwise.", optional = true },
    } }, "For `screens`.", optional = true },
    { "display_guess", "string", "Which display this is, when guessed among several.", optional = true },
    { "server_status", "object", "For `server_status`.", optional = true },
    { "count", "integer", "How many it lists.", optional = true },
    { "messages", { list = "string" }, "What else the reader must know." },
  },
  errors = {
    { "APP_NOT_FOUND" }, { "AMBIGUOUS_APP_IDENTIFIER" }, { "DISPLAY_UNAVAILABLE" }, { "INVALID_ARGUMENT" },
    { "TIMEOUT" }, { "UNSUPPORTED" },
  },
  examples = {
    { "Running applications", {} },
    { "The windows of one, with ids and places", { { "item_type", "application_windows" }, { "app", "Firefox" },
      { "include_window_details", json.array { "ids", "bounds" } } } },
    { "The screens", { { "item_type", "screens" } } },
    { "What works, and what is configured", { { "item_type", "server_status" } } },
  },
}

-- The tools, in the order of tools/list: the fields of tool.register except the handler, which is NAME.lua in this
-- folder. with_status: the description ends with the status block.
M.tools = { image, analyze, list }

return M
