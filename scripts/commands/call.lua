local M = {}

-- The command line's row; the program itself implements the command.
M.row = {
  order = 7, text = "Call a tool with JSON arguments and print its raw result",
  options = {
    { "tool", "image, analyze, list ...", one_of = "tools", required = true },
    { "arguments", "a JSON object (default: {})" },
    { "--tools", "a Lua file that declares more tools, resources and prompts (repeatable)", value = "FILE",
      takes = "file", several = true },
  },
}

return M
