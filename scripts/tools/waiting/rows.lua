local shared = require "acting.parameters"

-- The tools that wait.
local M = {}

local wait_for = {
  name = "wait_for",
  title = "Wait for something",
  description = "Waits until an element is there or has a state or value, a window is open, a text can be read, or "
    .. "nothing changes.",
  read_only = true,
  logged = { "gone", "state", "still", "timeout" },
  effect = "none",
  params = {
    { "on", "string", "Element: mark, path or words.", optional = true },
    { "state", "string", "It has: checked, focused, enabled ...", optional = true },
    { "value", "string", "It has.", optional = true },
    { "window", "string", "Part of a window's title.", optional = true },
    { "text", "string", "Read in the window.", optional = true },
    { "still", "number", "Seconds without a change.", optional = true, minimum = 0.05, maximum = 60 },
    { "gone", "boolean", "Until the element or window is gone.", optional = true },
    shared.app_target,
    { "timeout", "number", "Seconds.", optional = true, minimum = 0, maximum = 600, default = 30 },
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "A dialog", { { "window", "Save As" } } },
    { "A button that can be used", { { "on", "Next" }, { "state", "enabled" } } },
    { "The end of a change", { { "still", 1 } } },
  },
}

M.tools = { wait_for }

return M
