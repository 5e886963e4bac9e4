local M = {}

-- How the command line takes it; the program itself does it.
M.row = {
  order = 10, text = "Lua at a prompt, or line by line from standard input",
}

return M
