local shared = require "acting.parameters"

-- The tools of the keyboard.
local M = {}

local type_text = {
  name = "type_text",
  title = "Type text",
  description = "Types text where the focus is, or into `on`. A line end is Return.",
  logged = { "#text", "dry_run" },
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
    { "key", "name", "enter, f5, ctrl+s. delete deletes forward." },
    { "repeat", "integer", "Times.", optional = true, minimum = 1, maximum = 1000, default = 1 },
    shared.on, shared.app_target, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "Save", { { "key", "ctrl+s" } } },
    { "Down three times in a list", { { "key", "down" }, { "repeat", 3 }, { "on", "m9" } } },
  },
}

local key_combination = {
  name = "key_combination",
  description = "Presses a key with modifiers. command is Super, option is Alt.",
  logged = { "modifiers", "key" },
  effect = "input",
  params = {
    { "modifiers", shared.modifiers[2], meaning = "Held down.", max_items = 8 },
    { "key", "name", meaning = "As of press_key." },
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "Save", { { "modifiers", { "control" } }, { "key", "s" } } } },
}

M.tools = { type_text, press_key, key_combination }

return M
