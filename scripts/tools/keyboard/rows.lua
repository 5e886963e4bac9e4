local shared = require "acting.parameters"

-- The tools of the keyboard.
local M = {}

local type_text = {
  name = "type_text",
  title = "Type text",
  description = "Types text where the focus is, or into `on`. A line end is Return.",
  logged = { "dry_run" },
  effect = "input",
  params = {
    { "text", "string", min_length = 1, meaning = "What to type, at most 1 MiB." },
    shared.on, shared.x, shared.y, shared.app_target,
    { "delay", "number", "Milliseconds between characters.", optional = true, minimum = 0, maximum = 1000 },
    shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "Into a field", { { "text", "Ada" }, { "on", "m7" } } },
    { "Where the focus is", { { "text", "Hello\n" } } },
  },
}

local press_key = {
  name = "press_key",
  title = "Press a key",
  description = "Presses a key or chord where the focus is, or with the focus on `on`.",
  logged = { "key", "repeat", "dry_run" },
  effect = "input",
  params = {
    { "key", "string", "enter, f5, ctrl+s, alt+f4.", min_length = 1 },
    { "repeat", "integer", "Times.", optional = true, minimum = 1, maximum = 100, default = 1 },
    shared.on, shared.app_target, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "Save", { { "key", "ctrl+s" } } },
    { "Down three times in a list", { { "key", "down" }, { "repeat", 3 }, { "on", "m9" } } },
  },
}

M.tools = { type_text, press_key }

return M
