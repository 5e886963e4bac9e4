local M = {}

-- How the command line takes it; the program itself does it.
M.row = {
  order = 14, text = "Print a script that completes these words in a shell",
  options = { { "shell", "bash, zsh or fish", one_of = { "bash", "zsh", "fish" }, required = true } },
}

return M
