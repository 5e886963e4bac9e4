-- The functions of scripts/modules/errors.lua, for the reference.
local M = {}

M.about = "Errors with a code, as every function here raises them."

M.rows = {
  {
    call = "errors.raise",
    text = "Raises an error of that code.",
    parameters = {
      { "code", "string", "A code of the table under *Errors*." },
      { "message", "string", "Default: the table's text.", optional = true },
    },
    options = { { "hint", "string", "What would help." }, { "details", "table", "Facts, for programs." } },
  },
  {
    call = "errors.make",
    text = "The same error without raising it.",
    parameters = {
      { "code", "string", "A code of the table under *Errors*." },
      { "message", "string", "Default: the table's text.", optional = true },
    },
    options = { { "hint", "string", "What would help." }, { "details", "table", "Facts, for programs." } },
    results = { { "error", "err" } },
  },
  {
    call = "errors.normalise",
    text = "Whatever was raised, as an error with code, message and hint; a plain text becomes INTERNAL_ERROR.",
    parameters = { { "err", "error|string", "What was raised." } },
    results = { { "error", "err" } },
    errors = { "INTERNAL_ERROR" },
  },
}

return M
