-- The functions of scripts/modules/completion.lua, for the reference.
local M = {}

M.about = "Completers for the arguments of prompts and templates."

M.rows = {
  {
    call = "completion.app", waits = true,
    text = "A completer for `complete`: the running applications that fit what is typed.",
    parameters = { { "typed", "string", "What the user has typed." } },
    results = { { "string[]", "{text}" } },
  },
  {
    call = "completion.app_target", waits = true,
    text = "The same for what app_target of the image tool takes.",
    parameters = { { "typed", "string", "What the user has typed." } },
    results = { { "string[]", "{text}" } },
  },
  {
    call = "completion.words",
    text = "Makes a completer of fixed words.",
    parameters = { { "text", "string[]", "The words." } },
    results = { { "fun(typed: string): string[]", "completer" } },
  },
}

return M
