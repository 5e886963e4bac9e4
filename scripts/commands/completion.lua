local M = {}

-- The command line's row; the program itself implements the command.
M.row = {
  order = 14, text = "Print a script that completes these words in a shell",
  options = { { "shell", "bash, zsh or fish", one_of = { "bash", "zsh", "fish" }, required = true } },
}

return M
