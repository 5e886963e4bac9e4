local shared = require "acting.parameters"

-- The tools of windows.
local M = {}

local kFar = 1000000

local window = {
  name = "window",
  title = "Control a window",
  description = "Focuses, moves, resizes, minimizes, maximizes, restores or closes a window, by default the one in front; "
    .. "launches or quits an application by `name`.",
  logged = { "action", "windowId", "name", "dry_run" },
  effect = "input",
  params = {
    { "action", { "focus", "move", "resize", "minimize", "maximize", "restore", "close", "workspace", "launch", "quit" },
      "What to do." },
    { "windowId", "integer", "Which.", optional = true, minimum = 1 },
    { "app_target", "string", "Or which.", optional = true },
    { "name", "string", "To launch or quit.", optional = true },
    { "x", "integer", "To move.", optional = true, minimum = -kFar, maximum = kFar },
    { "y", "integer", "With x.", optional = true, minimum = -kFar, maximum = kFar },
    { "width", "integer", "To resize.", optional = true, minimum = 1, maximum = kFar },
    { "height", "integer", "With width.", optional = true, minimum = 1, maximum = kFar },
    { "workspace", "integer", "From 0.", optional = true, minimum = 0, maximum = 1000 },
    shared.verify, shared.dry_run,
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
