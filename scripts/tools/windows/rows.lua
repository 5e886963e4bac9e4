local shared = require "acting.parameters"

-- The tools of windows.
local M = {}

local window = {
  name = "window",
  title = "Control a window",
  description = "Controls a window, by default the one in front; launches or quits an application by `name`.",
  logged = { "action", "windowId", "name", "dry_run" },
  effect = "input",
  params = {
    { "action",
      { "focus", "move", "resize", "minimize", "maximize", "restore", "close", "workspace", "launch", "quit" },
      meaning = "What to do." },
    { "windowId", "integer", optional = true, meaning = "Its number, as lists of windows have it." },
    { "app_target", "string", optional = true, meaning = "The application or window, as of `image`." },
    { "name", "string", "To launch or quit.", optional = true },
    { "x", "integer", optional = true }, { "y", "integer", optional = true },
    { "width", "integer", optional = true }, { "height", "integer", optional = true },
    { "workspace", "integer", "From 0.", optional = true, minimum = 0, maximum = 1000 },
    shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "To the left upper corner", { { "action", "move" }, { "app_target", "Firefox" }, { "x", 0 }, { "y", 0 } } },
    { "Start a program", { { "action", "launch" }, { "name", "Text Editor" } } },
  },
}

M.tools = { window }

return M
