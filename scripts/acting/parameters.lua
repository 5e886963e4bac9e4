-- What the rows of acting tools share. Requires nothing, so that the command line can read it.
local M = {}

M.on = { "on", "string", "Mark (m41), path, or words that mean one element.", optional = true }
M.app_target = { "app_target", "string", optional = true,
  meaning = "The application or window for `on`, as of `image`. Default: 'frontmost'." }
M.x = { "x", "number", "Desktop pixels, instead of `on`.", optional = true }
M.y = { "y", "number", optional = true, meaning = "In desktop pixels." }
M.place_x = { "x", "number", meaning = "In desktop pixels." }
M.place_y = { "y", "number", meaning = "In desktop pixels." }
M.app_name = { "appName", "name", meaning = "The application, as lists name it." }
M.name = { "name", "name", meaning = "As menus and lists have it." }
M.window_id = { "windowId", "integer", minimum = 1, meaning = "Its number, as list_windows has it." }
M.any_window_id = { "windowId", "integer", optional = true, minimum = 1,
  meaning = "Its number, as lists of windows have it." }
M.element_path = { "elementPath", "element_path", meaning = "As get_ui_elements has it." }
M.verify = { "verify", "number", optional = true, default = 1, minimum = 0, maximum = 30,
  meaning = "For how many seconds an effect is looked for." }
M.dry_run = { "dry_run", "boolean", optional = true, meaning = "Only tells what would be done." }
M.modifiers = { "modifiers", { list = { "ctrl", "alt", "shift", "super", "control", "option", "command" } },
  "Held down.", optional = true }
M.limit = { "limit", "integer", "At most.", optional = true, minimum = 1, maximum = 1000 }
M.cursor = { "cursor", "string", "From `next_cursor`: goes on.", optional = true }

-- The rows of an answer; see acting/answer.lua.
M.answer = {
  { "success", "boolean", "true." },
  { "message", "string", "What was done, or would be with `dry_run`." },
  { "how", { "action", "pointer", "keys", "window manager", "program" }, "By which means.", optional = true },
  { "element", "string", "Which element had it.", optional = true },
  { "window", {
    { "id", "integer", "What `windowId` takes." }, { "title", "string", "As it is." },
    { "pid", "integer", "Its process." } }, "Which window had it.",
    optional = true },
  { "place", { { "x", "integer" }, { "y", "integer" } }, "In desktop pixels.", optional = true },
  { "keys", "string", "Which are pressed.", optional = true },
  { "facts", "object", "What else is known, by name.", optional = true },
  { "dry_run", "boolean", "Nothing was done.", optional = true },
  { "dispatched", "boolean", "Whether anything reached the program.", optional = true },
  { "effect", { "seen", "not_seen", "unknown" }, "Whether anything was seen to happen within `verify` seconds.",
    optional = true },
  { "seen", { list = "string" }, "What was seen.", optional = true },
  { "retry_safe", "boolean", "Whether doing it again does no harm.", optional = true },
  { "undo", {
    { "tool", "string", "Its name." }, { "arguments", "object", "What it takes." } }, "The call that undoes it.",
    optional = true },
}

-- Returns the rows of an answer that is a list of records; see acting/read.lua.
function M.list(rows)
  return { { "result", { list = rows }, "The list, which is all of the first text." },
    { "next_cursor", "string", "There is more.", optional = true } }
end

-- The errors of every tool that reads windows and applications.
M.read_errors = {
  { "INVALID_ARGUMENT", "`details.field` names the argument." }, { "APP_NOT_FOUND" }, { "AMBIGUOUS_APP_IDENTIFIER" },
  { "POLICY_DENIED" }, { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" },
}

-- The errors of every tool that reads what services know.
M.service_errors = { { "POLICY_DENIED" }, { "TIMEOUT" } }

-- The errors of every act.
M.errors = {
  { "ELEMENT_NOT_FOUND" }, { "AMBIGUOUS_ELEMENT" }, { "ELEMENT_STALE" }, { "FOCUS_REFUSED" }, { "EFFECT_NOT_SEEN" },
  { "INTERRUPTED" }, { "NOT_CONFIRMED" }, { "POLICY_DENIED" }, { "RATE_LIMIT_EXCEEDED" },
  { "INVALID_ARGUMENT", "`details.field` names the argument." }, { "WINDOW_NOT_FOUND" }, { "APP_NOT_FOUND" },
  { "AMBIGUOUS_APP_IDENTIFIER" }, { "PERMISSION_ERROR_ACCESSIBILITY" }, { "DISPLAY_UNAVAILABLE" }, { "UNSUPPORTED" },
  { "TIMEOUT" },
}

return M
