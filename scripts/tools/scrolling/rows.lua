local shared = require "acting.parameters"

-- The tools of scrolling.
local M = {}

local scroll = {
  name = "scroll",
  title = "Scroll",
  description = "Turns the wheel over an element or place.",
  logged = { "direction", "amount", "dry_run" },
  effect = "reversible",
  params = {
    { "direction", { "up", "down", "left", "right" }, meaning = "Whereto." },
    { "amount", "number", "Pixels: 50 a notch.", optional = true, minimum = 1, maximum = 5000, default = 100 },
    shared.on, shared.x, shared.y, shared.app_target, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "Further down in a list", { { "direction", "down" }, { "amount", 300 }, { "on", "m9" } } },
    { "The window in front", { { "direction", "up" } } },
  },
}

local scroll_to_element = {
  name = "scroll_to_element",
  description = "Scrolls until an element is in view.",
  logged = { "appName" },
  effect = "reversible",
  params = { shared.app_name, shared.element_path },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A button further down", { { "appName", "Settings" },
    { "elementPath", 'frame "Settings"/button "Reset"' } } } },
}

M.tools = { scroll, scroll_to_element }

return M
