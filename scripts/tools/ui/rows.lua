local shared = require "acting.parameters"

-- The tools about elements: controls of programs.
local M = {}

local kLargest = 2147483647

local region_rows = {
  { "x", "integer" }, { "y", "integer" }, { "width", "integer", minimum = 1 }, { "height", "integer", minimum = 1 },
}

local see = {
  name = "see",
  title = "See what can be used",
  description = "Shows a window with numbered marks, and lists what can be used or read in it: mark, role, name, "
    .. "place, size, states.",
  read_only = true,
  logged = { "app_target", "find", "since" },
  params = {
    { "app_target", "string", "As of `image`. Default: 'frontmost'.", optional = true },
    { "find", "string", "Only what has this text, or this role; of up to 3, whole texts.", optional = true },
    { "region", region_rows, "Only this part, in desktop pixels.", optional = true },
    { "picture", { "marked", "plain", "none" }, "With the marks or without.", optional = true, default = "marked" },
    { "max_elements", "integer", "Listed.", optional = true, minimum = 1, maximum = 1000, default = 120 },
    { "max_bytes", "integer", "Of the picture, as Base64.", optional = true, minimum = 0, maximum = kLargest },
    { "max_text_bytes", "integer", "Of the list.", optional = true, minimum = 500, maximum = 100000, default = 8000 },
    { "text", "boolean", "Also words read in the picture.", optional = true },
    { "since", "string", "An earlier answer's: only what came, went or changed.", optional = true },
  },
  errors = {
    { "APP_NOT_FOUND" }, { "AMBIGUOUS_APP_IDENTIFIER" }, { "WINDOW_NOT_FOUND" }, { "DISPLAY_NOT_FOUND" },
    { "DISPLAY_UNAVAILABLE" }, { "PERMISSION_ERROR_SCREEN_RECORDING" }, { "POLICY_DENIED" }, { "CAPTURE_FAILED" },
    { "INVALID_ARGUMENT", "`details.field` names the argument." }, { "TIMEOUT" },
  },
  examples = {
    { "The window in front", {} },
    { "The buttons of a program", { { "app_target", "Text Editor" }, { "find", "button" } } },
  },
}

local set_value = {
  name = "set_value",
  title = "Set a value",
  description = "Replaces the value of a field, spin button or slider, and reads it back.",
  logged = { "#value", "dry_run" },
  effect = "reversible",
  params = {
    { "on", "string", "Mark, path or words." },
    { "value", "string", meaning = "The new one; in web pages a date as 2026-11-27." },
    shared.app_target, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A field of a form", { { "on", "m7" }, { "value", "Ada" } } } },
}

local select = {
  name = "select",
  title = "Select",
  description = "Selects an item of a list, a tab or a radio button; with `option`, that item of the list or box `on`.",
  logged = { "dry_run" },
  effect = "reversible",
  params = {
    { "on", "string", "Mark, path or words." },
    { "option", "string", "Name of an item in it.", optional = true },
    shared.app_target, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "A tab", { { "on", "Advanced" } } },
    { "In a box that opens", { { "on", "m5" }, { "option", "Landscape" } } },
  },
}

-- The tools, as in core/rows.lua.
M.tools = { see, set_value, select }

return M
