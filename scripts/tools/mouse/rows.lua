local shared = require "acting.parameters"

-- The tools of the pointer.
local M = {}

local click = {
  name = "click",
  title = "Click",
  description = "Clicks an element, or a place. A button, check box or menu is used by its own action.",
  logged = { "button", "count", "modifiers", "dry_run" },
  effect = "input",
  params = {
    shared.on, shared.x, shared.y, shared.app_target,
    { "button", { "left", "right", "middle" }, optional = true, default = "left", meaning = "Which one." },
    { "count", "integer", "2: double click.", optional = true, minimum = 1, maximum = 3, default = 1 },
    shared.modifiers, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "A mark that `see` gave", { { "on", "m41" } } },
    { "A button by its words", { { "on", "Save" }, { "app_target", "Text Editor" } } },
    { "A place, with the other button", { { "x", 640 }, { "y", 410 }, { "button", "right" } } },
  },
}

local drag = {
  name = "drag",
  title = "Drag",
  description = "Drags from an element or place to another, and lets go there.",
  logged = { "dry_run" },
  effect = "input",
  params = {
    { "on", "string", "From: mark, path or words.", optional = true },
    { "to", "string", "To: the same.", optional = true },
    { "startX", "number", "Or from a place.", optional = true },
    { "startY", "number", optional = true, meaning = "In desktop pixels." },
    { "endX", "number", "Or to a place.", optional = true },
    { "endY", "number", optional = true, meaning = "In desktop pixels." },
    shared.app_target, shared.modifiers, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "A file onto a folder", { { "on", "m12" }, { "to", "m30" } } },
    { "A handle, by 100 pixels", { { "startX", 200 }, { "startY", 300 }, { "endX", 300 }, { "endY", 300 } } },
  },
}

local double_click = {
  name = "double_click",
  description = "Double-clicks a place.",
  logged = { "x", "y" },
  effect = "input",
  params = { shared.place_x, shared.place_y },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A place", { { "x", 640 }, { "y", 410 } } } },
}

local move_mouse = {
  name = "move_mouse",
  description = "Moves the pointer to a place.",
  logged = { "x", "y" },
  effect = "reversible",
  params = { shared.place_x, shared.place_y },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A place", { { "x", 640 }, { "y", 410 } } } },
}

M.tools = { click, drag, double_click, move_mouse }

return M
