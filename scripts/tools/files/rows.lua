local shared = require "acting.parameters"

-- What file managers show.
local M = {}

local reveal_in_finder = {
  name = "reveal_in_finder",
  title = "Show a file in the file manager",
  description = "Has the file manager show a file or folder, selected in the folder that holds it.",
  effect = "input",
  params = {
    { "path", "path", "Absolute, or from ~/ on." },
    shared.dry_run,
  },
  logged = { "dry_run" },
  json_result = shared.answer,
  errors = {
    { "FILE_IO_ERROR", "There is no such file." },
    { "EFFECT_NOT_SEEN", "The manager takes the call and shows nothing." },
    { "PROVIDER_UNAVAILABLE", "No file manager can be called." }, { "INVALID_ARGUMENT" }, { "POLICY_DENIED" },
    { "NOT_CONFIRMED" }, { "INTERRUPTED" }, { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" },
  },
  examples = { { "A file", { { "path", "~/Documents/letter.odt" } } } },
}

local read_errors = {
  { "WINDOW_NOT_FOUND", "No window of a file manager is open." },
  { "UNSUPPORTED", "The manager does not tell." }, { "PERMISSION_ERROR_ACCESSIBILITY" }, { "PROVIDER_UNAVAILABLE" },
  { "POLICY_DENIED" }, { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" },
}

local get_selected_files = {
  name = "get_selected_files",
  title = "List the selected files",
  description = "Returns the paths of the files selected in the front window of a file manager.",
  effect = "none",
  params = {
    { "through_clipboard", "boolean", "Copies them and restores the clipboard, where the manager marks none.",
      optional = true },
  },
  json_result = { { "result", { list = "string" }, "Absolute paths." } },
  errors = { { "FOCUS_REFUSED", "With through_clipboard." }, table.unpack(read_errors) },
  examples = { { "What is selected", {} } },
}

local get_finder_window_path = {
  name = "get_finder_window_path",
  title = "Read the folder in front",
  description = "Returns the folder that the front window of a file manager shows.",
  read_only = true,
  effect = "none",
  params = {},
  json_result = { { "result", "string", "An absolute path." } },
  errors = read_errors,
  examples = { { "Which folder is open", {} } },
}

M.tools = { reveal_in_finder, get_selected_files, get_finder_window_path }

return M
