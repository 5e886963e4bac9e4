local shared = require "acting.parameters"

-- The tool `take_screenshot`.
local M = {}

local region = { { "x", "number" }, { "y", "number" }, { "width", "number" }, { "height", "number" } }

local take_screenshot = {
  name = "take_screenshot",
  description = "Captures a display, by default the first, a window, or a region of the desktop.",
  read_only = true, effect = "none", pictures = true,
  logged = { "display", "windowId", "format" },
  params = {
    { "display", "integer", "From 1.", optional = true, minimum = 1 },
    shared.any_window_id,
    { "region", region, "In desktop pixels.", optional = true },
    { "format", { "png", "jpg" }, optional = true, default = "png", meaning = "Of the picture." },
    { "filePath", "path", "Saves it there instead of answering with it.", optional = true },
  },
  json_result = {
    { "filePath", "string", "Where it is; without it the picture is in the answer.", optional = true },
    { "format", { "png", "jpg" }, "As the file is." },
    { "width", "number", "Pixels of the picture, which may be scaled down in an answer." },
    { "height", "number", "The same." },
    { "messages", { list = "string" }, "What else the reader must know.", optional = true },
  },
  errors = {
    { "DISPLAY_NOT_FOUND" }, { "WINDOW_NOT_FOUND" }, { "POLICY_DENIED" }, { "PERMISSION_ERROR_SCREEN_RECORDING" },
    { "CAPTURE_FAILED" }, { "FILE_IO_ERROR" }, { "INVALID_PATH" }, { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" },
    { "INVALID_ARGUMENT", "`details.field` names the argument." },
  },
  examples = {
    { "The first display", {} },
    { "A window, to a file", { { "windowId", 41943043 }, { "filePath", "/tmp/window.png" } } },
  },
}

M.tools = { take_screenshot }

return M
