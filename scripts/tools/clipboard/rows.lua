local shared = require "acting.parameters"

-- The tools of the clipboard.
local M = {}

local clipboard = {
  name = "clipboard",
  title = "Use the clipboard",
  description = "Reads, sets or clears what can be pasted.",
  logged = { "action", "dry_run" },
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

M.tools = { clipboard }

return M
