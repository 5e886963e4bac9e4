local M = {}

-- How the command line takes it; the program itself does it.
M.row = {
  order = 13, text = "Show a picture in the terminal",
  options = { { "file", "a .png, .jpg or .webp file", takes = "file", required = true } },
}

return M
