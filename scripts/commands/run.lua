local M = {}

-- The command line's row; the program itself implements the command.
M.row = {
  order = 8, text = "Run a Lua automation; words after the file are its arg",
  options = {
    { "file", "the script; - is standard input", takes = "file", required = true },
    { "-e", "the first word is the script itself, not its file", name = "text" },
    { "--watch", "run it again whenever it, or a file that it requires, is saved" },
  },
  ends = [[
Exit statuses:
  0     the script came to its end
  17    the file cannot be read (FILE_IO_ERROR)
  26    the script failed, or is broken (SCRIPT_ERROR)
  64    the command line makes no sense (INVALID_ARGUMENT)
  130   Ctrl-C
]],
}

return M
