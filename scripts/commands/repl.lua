local M = {}

-- The command line's row; the program itself implements the command.
M.row = {
  order = 10, text = "Lua at a prompt, or line by line from standard input",
}

return M
