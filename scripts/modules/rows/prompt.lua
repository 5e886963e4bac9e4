-- The functions of scripts/modules/prompt.lua, for the reference.
local M = {}

M.about = "MCP prompts, for the same files."

M.rows = {
  {
    call = "prompt.register",
    text =
      "Declares a prompt. arguments: rows {name, description, optional = true?, title?, complete = "
      .. "function(typed, arguments) -> {text}?}. run(args, call) -> text, or {messages = {{role?, content}, …}, "
      .. "description?}, where content is a text or a block.",
    options = {
      { "name", "string", "Unique; what clients ask for.", needed = true },
      { "title", "string", "A name for people." },
      { "description", "string", "What it is, for the model." },
      { "arguments", "table[]", "Rows {name, description, optional = true?, title?, complete = function?}." },
      { "run", "fun(args: table<string, string>, call: call): string|table",
        "Gives a text, or {messages = {{role?, content}, …}, description?}.", needed = true },
    },
    errors = { "INVALID_ARGUMENT" },
  },
  {
    call = "prompt.remove",
    text = "Takes a prompt back; false when there is none.",
    parameters = { { "name", "string", "Of the prompt." } },
    results = { { "boolean" } },
  },
  {
    call = "prompt.changed",
    text = "Notifies clients that the list of prompts has changed; registering does so itself.",
  },
}

return M
