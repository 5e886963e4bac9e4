local M = {}

-- The command line's row; the program itself implements the command.
M.row = {
  order = 13, text = "Show a picture in the terminal",
  options = { { "file", "a .png, .jpg or .webp file", takes = "file", required = true } },
}

return M
