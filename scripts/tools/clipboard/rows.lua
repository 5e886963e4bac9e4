local shared = require "acting.parameters"

-- The tools of the clipboard.
local M = {}

local clipboard = {
  name = "clipboard",
  title = "Use the clipboard",
  description = "Reads, sets or clears what can be pasted.",
  logged = { "action", "#text", "dry_run" },
  effect = "reversible",
  params = {
    { "action", { "get", "set", "clear" }, meaning = "What to do." },
    { "text", "string", "To set.", optional = true },
    { "files", { list = "string" }, "Absolute paths, to set.", optional = true, max_items = 1000 },
    shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "What was copied", { { "action", "get" } } },
    { "Something to paste", { { "action", "set" }, { "text", "Grüße" } } },
  },
}

local get_clipboard = {
  name = "get_clipboard",
  description = "Reads what can be pasted: a text, or the paths of files. Pictures and long texts come as a resource.",
  read_only = true, effect = "none",
  params = {},
  json_result = {
    { "text", "string", "The text; of files their paths, one a line.", optional = true },
    { "contentType", { "text", "image", "files", "other" }, "What it is most useful as." },
    { "files", { list = "string" }, "Absolute paths.", optional = true },
    { "resource", "string", "Where a picture or long text can be read.", optional = true },
    { "size", "number", "Its bytes.", optional = true },
  },
  errors = shared.read_errors,
  examples = { { "What was copied", {} } },
}

local set_clipboard = {
  name = "set_clipboard",
  description = "Copies a text, so that it can be pasted.",
  logged = { "#text" },
  effect = "reversible",
  params = { { "text", "string", meaning = "What can be pasted then." } },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "Something to paste", { { "text", "Grüße" } } } },
}

M.tools = { clipboard, get_clipboard, set_clipboard }

return M
